;; options: dialect=gambit
(##define (f x) (##let ((y (g x))) (macro-force-vars (x y) (##vector-ref-of-the-thing x y) (display x))))
