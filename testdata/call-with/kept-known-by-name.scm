;; options: line-breaks=keep
(define (dump table)
  (with-open-log
      (log-path table)
    (lambda (port)
      (write table port)))
  (with-open-log (log-path table)
      (lambda (port)
        (write table port))))
