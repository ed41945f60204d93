(define-library (queues bounded)
  (export
    make-bounded-queue bounded-queue?
    bounded-queue-add! bounded-queue-take!)
  (import
   (scheme base)
      (only (queues) make-queue queue-add!))
  (export
    queue-size)
  (export make-bounded-deque bounded-deque? bounded-deque-add! bounded-deque-take!))
