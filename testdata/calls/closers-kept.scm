;; options: line-breaks=keep closers=keep
(define colours
  '(red
     green
       )
  )
(define (f x)
  (let ((a 1)
        (b 2)
        )
    (g a
       b
  ) ; after the bracket
    ) (h)
  ;; before the bracket
)
(define-record-type point [
  x y
  ] #(1
  2
   )
   )
(f (
)
   #\n)
(g '(a
     ) (b) #;(c
  )
   ; a comment
   )
(h
  )
(i a

   )
