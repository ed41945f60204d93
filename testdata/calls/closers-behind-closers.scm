;; options: line-breaks=keep
;; No list is half closed: a bracket alone stays behind a line of such brackets, and one where a body is.
(define (f x)
  (while x
    (g x)
    )
  )

(define (h x)
  (while x
     (g x)
     ))

(define table
  (vector
    (while y
       (g y)
       )
    )
  )
