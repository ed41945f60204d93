;; options: preset=emacs line_width=30

(cond ((some-predicate-2? alpha) (go-there beta)) (else c))
