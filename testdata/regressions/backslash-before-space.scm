(define\  )
(foo\ bar\  baz)
{{\ }
(a\
b)
