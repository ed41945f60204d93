;; options: line-breaks=persistent line-width=60
(define-cproc short
  () x)
(define-cproc other
  () y)
(define-cproc third
  () z)
(define-cproc a-procedure-with-a-long-name (its-first-parameter and-another)
  z)
