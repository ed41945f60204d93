(define-syntax my-if
  (lambda (x) ; a transformer
    ;; the clauses
    (syntax-case x (then else) ; literals
      ;; both arms
      ((_ test then yes else no) ; five
       ;; no fender
       #'(if test yes no)) ; done
      ;; end
      )))
