(define-class <rectangle> (<shape>) (width #:init-value 0 #:getter rectangle-width) (height #:init-value 0))
(with-mutex (queue-mutex queue) (enqueue! queue item) (signal-condition (queue-condition queue)))
