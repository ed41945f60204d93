(receive (matching-items other-items) (partition (lambda (item) (and (pair? item) (eq? (car item) wanted-type))) all-items) (process matching-items) (process other-items))
