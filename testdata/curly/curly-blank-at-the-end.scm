;; options: line-width=10

{aaa bbb }

{aaaa bbb }
