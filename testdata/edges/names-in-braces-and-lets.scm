;; options: line_width=30

(let (alpha beta gamma delta epsilon) (f))
