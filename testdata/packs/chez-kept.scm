;; options: line-breaks=keep
(library (queue)
  (export
    make-queue
    queue-add!)
  (import
    (chezscheme))
  (define-record-type queue
    (fields
     (mutable items)
     mutex))
  (define (queue-add! q item)
    (with-mutex (queue-mutex q)
      (set-queue-items! q (cons item (queue-items q)))))
  (define (take! q)
    (with-interrupts-disabled
     (let ([items (queue-items q)])
       (set-queue-items! q '())
       items)))
  (define getpid
    (foreign-procedure "getpid"
      ()
      int))
  (define (kind-of x)
    (meta-cond
      [(threaded?) 'threads]
      [else 'none]))
  (define (start thunk)
    (fork-thread
      (lambda ()
        (thunk))))
  (define (depth tree)
    (record-case tree
      [(leaf) (value)
       0]
      [(node) (left right)
       (add1 (max (depth left) (depth right)))])))
