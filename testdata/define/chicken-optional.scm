(define (make-buffer #!optional (size 1024) #!key (fill #f) #!rest others) (list size fill others))
