;; options: line-breaks=persistent dialect=stklos
(define-module srfi/17
   (export getter-with-setter)
   (define (getter-with-setter get set)
     (let ((proc (lambda args (apply get args))))
       (set! (setter proc) set)
       proc)))

(define-module srfi/31
(export rec)
(define-macro (rec name . body)
  name))
