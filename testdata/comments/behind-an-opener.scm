;; options: line-breaks=keep
; A blank between an opening bracket and the comment behind it stays.
(define packages
  `( ;; the compilers
    (gcc "10")
    (clang "11")))
(define more
  '(   ;the rest
    a
    b))
