;; options: dialect=r6rs
[case x(r()　... k)]
