;; options: line_width=80 cond=break head_alone=2

(cond ((< x 0) -1) (else 1))
