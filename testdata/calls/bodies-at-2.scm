(app-get app "/users/:id"
  (lambda (request response)
    (log-request request)
    (send response (find-user request))))
(bind (parse-name port)
  (lambda (name)
    (skip-blanks port) (parse-rest name port)))
(expect-failure 'division (list numerator denominator) "a message" handler
  (let ((quotient (/ numerator denominator)))
    (note quotient) (check quotient)))
(with-hooks* before after
  (lambda () (set-up-everything-that-the-test-needs!))
  (lambda () (tear-down-everything-that-the-test-made!)))

;; Not where something else is there, too, nor elsewhere.
(bind (parse-name port)
  (lambda (name)
    (skip-blanks port) (parse-rest name port))
  another-argument)
(bind (parse-name port)
   (lambda (name)
     (skip-blanks port) (parse-rest name port)))
(list (parse-name the-port-of-the-first-file)
  (parse-name the-port-of-the-second-file))
(register-the-handler (parse-the-name-of-the-handler port) (parse-its-arguments port)
  (lambda (name)
    (skip-blanks port) (parse-rest name port)))
;; Nor where all others are calls on one line; clauses and the like are enough.
(rewrite expression table
  ((primitive) expression)
  ((call procedure arguments)
   (let ((renamed (map rename arguments))) (note-the-call! expression) `(,procedure ,@renamed))))
