;; options: line-breaks=persistent
(define (save path text)
    (call-with-output-file
     path
     (lambda (port)
      (display text port)))
    (when
       ready (start)))
