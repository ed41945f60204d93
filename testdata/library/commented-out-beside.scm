(define-library (queue)
  (export #;make-stack make-queue
          queue? queue-front queue-enqueue! queue-dequeue! queue->list))
