;; options: line-width=50

(printf "~a is ~a years old" (name-of p) (age-of p))
