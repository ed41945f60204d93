(module queue (make-queue enqueue! dequeue!) (import scheme) (define (make-queue) '()))
