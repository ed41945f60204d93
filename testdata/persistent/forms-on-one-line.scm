;; options: line-breaks=persistent
;; Forms at top level that share a line stay on it while it fits.
(define first car) (define second cadr)
(define (third x) (caddr x)) (export third)
(define-provided (fourth x) (car (cdr (cdr (cdr x))))) (define-provided (fifth x) (car (cddddr x)))
(define (sixth x)
  (cadr (cddddr x))) (export sixth)
