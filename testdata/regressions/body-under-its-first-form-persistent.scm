;; options: line-breaks=persistent
(eval '(call-with-output-file "evil"
         (lambda (in) (format in "a")
                      (format in "b"))))

(define (f x) (display x)
              (newline)
              x)

(when (foo? x) (display x)
  (newline))
