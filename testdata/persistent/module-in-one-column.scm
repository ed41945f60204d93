;; options: line-breaks=persistent dialect=stklos
;; In STklos, the body of a module begins at the margin; one at +2 stays, and one at +3 does not.
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

(define-module srfi/2
  (export and-let*)
  (define (and-let* bindings)
    bindings))
