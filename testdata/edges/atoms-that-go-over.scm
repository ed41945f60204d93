;; options: line_width=20

(function aaaaaaaaaaaa b)
