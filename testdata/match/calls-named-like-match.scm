;; What is named like a `match` is one only if its arguments are clauses.
(define found (string-match "([0-9]+)-([0-9]+)" (string-append prefix (number->string number) suffix) start-of-line))
(define found (irregex-match regular-expression-of-dates (string-append prefix (number->string number) suffix)))
(define year (match:substring (first-match-of-all-the-dates-in-a-text text) (index-of-group-by-name 'year groups)))
(match-one (pattern->matcher pattern environment) (first-of-the-values values) success-continuation failure)
(sxml-match document ((article (title ,title) . ,rest) (list title (length rest))) ((book . ,rest) (length rest)) (other #f))
