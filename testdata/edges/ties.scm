;; options: line_width=20 calls=2 head_alone=2

(exit 1 "aaaaaaaaaaaaaaaaaaaaaaaaaaa")
