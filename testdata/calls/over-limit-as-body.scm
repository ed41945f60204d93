(define (f) (write-string-to-the-port (make-the-string-from-its-parts part-one part-two) the-port))
