;; options: line-width=30

(let (alpha beta gamma delta epsilon) (f))
