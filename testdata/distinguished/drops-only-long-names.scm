;; options: line-width=32

(with-lock (make-the-lock alpha beta) (body one) (body two))
