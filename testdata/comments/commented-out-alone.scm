;; What is commented out on a line of its own stays on one in a list that is broken.
(define (f x)
  #;(trace f)
  (g x) #;(h x)
  (list (first-element-of-the-list x) (second-element-of-the-list x)
     #;(third-element-of-the-list x)
        (fourth-element-of-the-list x) #;(fifth-element-of-the-list x)
        )
  (cond #;((zero? x) #f)
        ((positive? x) (g x))
          #;((negative? x) (h x))
        (else x))
  (cond
    #;((zero? x) #f)
        ((positive? x) (g x))
        (else x))
  (g (one-argument-of-the-call) (two-arguments-of-the-call) the
    #;old
    new last-argument)
  (list 1
        #;2
        3))
#vu8(
  #;1
  2
  3 ; at the end
  )
(a (b
     #;c) d
  e ; at the end
  )
