;; options: line-width=40
((match () (((call-with-output-string :key f)))))
