;; What the author put behind the parameters of a form that is named like a definition, before its body, stays on their line.
(define-operation (add x y) <integer>
  (foreign-call "add" x y))
(define-operations ((x <real>) (y <real>)) <boolean> #:cost 4
  (less? #:spec (< x y))
  (greater? #:spec (> x y)))
(define-operation (negate x)
  <integer>
  (foreign-call "negate" x))
