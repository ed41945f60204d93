;; options: line-width=80

#U8(1 2)
