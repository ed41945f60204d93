;; options: line-width=40
(define (f) (case (classify-character (peek-char port)) ((letter digit underscore) (read-identifier-or-number-from port)) ((open close) => (lambda (kind) (read-bracket kind port))) (else (error "unexpected character in the input:" (peek-char port)))))
