;; options: line-breaks=keep
(define-library (shapes)
  (export area)
  (begin
(define unit 1)
(define (area side)
  (* side side unit))))
