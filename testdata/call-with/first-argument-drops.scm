(define (save project) (call-with-output-file (string-append (directory-of project) "/" (name-of project) "/" "project.txt") (lambda (port) (write project port))))
(define (both f g) (call-with-values (lambda () (f 1)) (lambda (a b) (g a b) (list a b))))
