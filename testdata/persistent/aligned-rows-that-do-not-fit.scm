;; options: line-breaks=persistent line-width=40 wide-lines=break
(define-instruction (halt)    #x00)
(define-instruction (load x)  (immediate 1))

(send window resize
      #:w  640
      #:painter  (lambda (canvas) (fill canvas)))

(grammar
  (expr    [(a <- other space b <- expr) a]
           [(a)                            a])
  (other   [(a)                            a]))
