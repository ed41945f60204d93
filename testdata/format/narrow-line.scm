;; options: line-width=40
(define (f) (format (current-error-port) "~a:~a:~a: error: ~a expected, but ~a found~%" file-name (line-of token) (column-of token) expected found))
