;; options: line-width=20

(function aaaaaaaaaaaa b)
