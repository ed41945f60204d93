;; options: line-width=40
(define (f) (call-with-output-file (string-append (directory-of the-project) "/" (name-of the-project) ".txt") (lambda (port) (write-the-header-of project port) (write-the-body-of project port))))
