(define-library (data structures queue) (export make-queue queue? queue-empty? queue-front queue-enqueue! queue-dequeue! queue-length queue->list) (import (scheme base)) (include "queue.scm"))
