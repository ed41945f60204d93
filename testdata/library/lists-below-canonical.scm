;; options: rows=canonical
(export
  make-bounded-queue bounded-queue?
  bounded-queue-add! bounded-queue-take!)
