;; options: style.exports=keep
(define-library (queue)
(export make-queue queue?
 queue-front    queue-enqueue! queue-dequeue!

   queue-length queue->list queue-append queue-append! queue-map queue-for-each queue-fold)
 (export a
b))
