;; options: line-breaks=keep
;; Racket, section 6: definitions in a body stand like its expressions.
(define (average numbers)
  (define sum (apply + numbers))
  (define count (length numbers))
  (/ sum count))
