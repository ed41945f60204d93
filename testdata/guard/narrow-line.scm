;; options: line-width=40
(define (f) (guard (condition ((file-error? condition) (display "no such file: ") (display file-name) (newline) #f) ((read-error? condition) => list)) (call-with-input-file file-name (lambda (port) (read-everything-from port)))))
