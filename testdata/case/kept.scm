;; options: line-breaks=keep
;; Clauses are at +2.
(define (vowel? letter)
  (case letter
    ((#\a #\e #\i #\o #\u)
     #t)
    (else #f)))
