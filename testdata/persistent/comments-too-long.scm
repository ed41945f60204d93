;; options: line-breaks=persistent
(aaaaaaaaaa)   ; xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
(b)          ; short
(define (f x)  ; the function
  (car x))     ; its body
