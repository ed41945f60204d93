(define next-id (let ((counter 0)) (lambda () (set! counter (+ counter 1)) counter)))
