(with-mutex (queue-mutex queue) (enqueue! queue item) (signal-condition (queue-condition queue)))
(call-with-escape-continuation (lambda (escape) (for-each (lambda (x) (if (bad? x) (escape x))) xs)))
(with-fluids ((current-reader read-syntax) (current-language 'scheme)) (compile expression environment))
(with-test-prefix "strings" (pass-if "empty" (string-null? "")) (pass-if "other" (not (string-null? "a"))))
