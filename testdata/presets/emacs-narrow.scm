;; options: preset=emacs line_width=30

(cond (an-atom-of-twenty-four-c (f x)) (else c))
