;; options: style.cond=hang line-width=30

(cond (an-atom-of-twenty-four-c (f x)) (else c))
