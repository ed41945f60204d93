;; options: style.exports=fill
(export make-queue queue? queue-empty? queue-front queue-enqueue! queue-dequeue! queue-length queue->list)
