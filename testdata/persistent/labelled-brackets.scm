;; options: line-breaks=persistent
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

; Several of them do, too.
(define (mend tools)
  (for-each
   (lambda (tool)
     (sharpen tool)
   )) ; mend
  )
