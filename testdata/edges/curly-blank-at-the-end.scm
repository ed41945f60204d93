;; options: line_width=10

{aaa bbb }

{aaaa bbb }
