;; options: line-width=40
(define (f) (and (or (not (string? candidate-string)) (string-prefix? the-wanted-prefix candidate-string)) (not (memq candidate-string already-seen-strings)) (valid-name? candidate-string)))
