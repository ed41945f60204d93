;; options: line-breaks=keep
;; A closing bracket on its own line stays there if a comment is behind it.
(begin-encourage-inline
  (define y 2)
  (define z 2)
  )  ; begin-encourage-inline
(define (f x)
  (let ((y x))
    (g y)
  ) ; let
) ; f
(begin
  (define z 2)
  )
(define (h x)
  (when x
    (f x)
    (g x)))
(define (i x)
  (unless x
    (f x)
    (g x)))
