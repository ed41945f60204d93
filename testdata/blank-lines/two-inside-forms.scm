;; options: line-breaks=keep
;; Two blank lines stay within forms, too, where lines are the author's.
(module+ test
  (check-equal? (f 1) 1)


  (check-equal? (f 2) 2)



  (define (g x)
    (h x)

    (i x)


    (j x)))
