;; options: line-width=20 style.calls=2 style.head-alone=2

(exit 1 "aaaaaaaaaaaaaaaaaaaaaaaaaaa")
