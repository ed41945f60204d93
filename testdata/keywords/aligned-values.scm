(define (start)
  (make-server #:name     "the one that everybody uses"
               #:length   1000000000000000000000
               #:color-of  2
               #:size (list 1 2)))
