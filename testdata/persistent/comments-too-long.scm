;; options: line-breaks=persistent
(aaaaaaaaaa)   ; xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
(b)          ; short
(define (f x)  ; the function
  (car x))     ; its body
