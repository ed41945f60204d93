;; options: dialect=racket
;; The arrow of a type begins the line of its result.
(: compare-measurements (Measurement Measurement Measurement Integer (Listof Integer) (Option String) -> Boolean))
(: make-comparison ((Measurement Measurement -> Boolean) -> (Listof-Measurement Listof-Measurement -> Listof-Measurement)))
;; Between dots, it is an operator.
(define-type-table [compare (all-of (measurements a) . -> . (all-of (other-measurements a) (and-more a)))])
