(call-with-escape-continuation (lambda (escape) (display "about to leave by the door") (escape 1)))
(with-lock lock (lambda () (display "about to leave by the door") (display "and now gone")))
(with-everything-locked (lambda () (display "about to leave by the door") (display "and now gone")))
