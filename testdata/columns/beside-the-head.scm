;; options: line-breaks=keep
(cond
 [(full? shelf) (display "full")
         (newline)]
 [else (put! shelf book)
       (newline)])
(match book
  [(list title year) #:when (old? year)
       (restore book)]
  [(list title
     year)
   (put! shelf book)])
(call #;first
   second
   third)
'(html (head (title "A shelf"))
    (body "Books"))
(names one
       two)
