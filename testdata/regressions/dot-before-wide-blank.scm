;; options: dialect=r6rs
(a . b)
(a   .b)
