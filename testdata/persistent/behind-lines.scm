;; options: line-breaks=persistent
;; What follows an item of several lines stays behind it.
(guard (and (a m)
            (b m)) #:else
  (c))
(f (a
    b) #true)
(cond ((assoc x
              y) => cdr)
      (else z))
((lambda (x)
   x) 3
      4)
(f (a
    b) (c
        d))
(f "two
lines" x)
;; Lists in a body do not.
(let ((a 1)
      (b 2)) (f a)
  (g b))
;; An ellipsis stays where it is, too.
(syntax-rules ()
  ((_ (a
       b) ...)
   (list a
         ...)))
;; So does what follows a datum that is commented out.
(cond #;((a) 1)
      ((b) 2)
      (else 3))
(cond #;((a) 1) ((b) 2)
      (else 3))
