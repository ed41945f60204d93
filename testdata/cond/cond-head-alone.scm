;; options: line-width=80 style.cond=break style.head-alone=2

(cond ((< x 0) -1) (else 1))
