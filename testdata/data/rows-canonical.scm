;; options: rows=canonical
(define matrix '#(1.000   0.000 0.000 0.000 0.000 0.000
     0.000 1.000  0.000 0.000 0.000 0.000
  0.000 0.000 1.000 0.000 0.000 0.000))
(export make-queue queue? queue-empty?
  queue-front queue-enqueue! queue-dequeue!)
