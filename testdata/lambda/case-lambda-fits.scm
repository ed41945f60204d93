(define f (case-lambda ((x) x) ((x y) y)))
