(define-library (queue)
(export make-queue queue?
 queue-front    queue-enqueue! queue-dequeue!

   queue-length queue->list queue-append queue-append! queue-map queue-for-each queue-fold)
 (export a
b)
 (export first-of-the-names (rename internal external) second-of-the-names)
 (export first-of-the-names second-of-the-names third-of-the-names fourth-of-the-names))
