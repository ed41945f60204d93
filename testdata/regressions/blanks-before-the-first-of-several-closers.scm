;; options: line-breaks=keep
;; A blank before the first bracket that closes a list of several lines, the others being packed, is a style of its own.
(define (fold-from f x list)
  (if (null? list)
      x
      (let ((rest (fold-from f x (cdr list))))
        (f (car list) rest) )))

(define (all? ok? list)
  (or (null? list)
      (and (ok? (car list))
           (all? ok? (cdr list)) )))

(define (count ok? list)
  (if (null? list)
      0
      (+ (if (ok? (car list)) 1 0)
         (count ok? (cdr list)) )))
