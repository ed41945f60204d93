;; options: line-breaks=persistent
;; A list that the author broke stays broken, whatever its width.
(list zlib
  coreutils)
(list zlib coreutils)
;; The second item stays below the operator, or beside it.
(list
    zlib coreutils)
;; Rows of arguments stay, too.
(vector 1 2
 (f 3) (g 4)
 5)
;; Nothing else is broken: neither a definition that stands alone, nor a form that is wider than its limit.
(define (double x) (* 2 x))

(let ((first (car items)) (rest (cdr items))) (cons first (sort rest <)))
(cond ((assq key table) => cdr) (else (error "no such key" key)))
;; What does not fit is broken as in the canonical style.
(define (a-procedure-with-a-name of-several-parameters) (another-procedure of-several-parameters))
;; The brackets of a list have no say, but a value stays below its keyword.
(
 list zlib coreutils
 )
(make-thing #:key
            value)
