;; options: line-breaks=persistent
;; Items in one column stay in one, and the file's column for what is below an operator stays.
(library (shelf)
  (export
    make-shelf
    shelf?)
  (import
    (rnrs)
    (books))
  (define (divide x y)
    (call-with-values
      (lambda () (floor/ x y))
      (lambda (quotient remainder)
        (list
          quotient
          remainder)))))
;; What is commented out stays below its mark.
(list 1
      #;
      2
      3)
