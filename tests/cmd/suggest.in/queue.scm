;; A queue that several threads share. How bodies of thrice stand is seen here alone.

(define (queue-put! queue value)
  (locking (queue-mutex queue)
    (set-queue-items! queue
                      (append (queue-items queue) (queue-copies queue value)))
    (condition-variable-signal! (queue-condition queue))))

(define (queue-take! queue)
  (locking (queue-mutex queue)
    (wait-until-there-are-items queue)
    (let ((first (car (queue-items queue))))
      (set-queue-items! queue (cdr (queue-items queue)))
      first)))

(define (queue-clear! queue)
  (locking (queue-mutex queue)
    (for-each (lambda (item) (release-what-belongs-to item)) (queue-items queue))
    (set-queue-items! queue '())))

(define (queue-show queue port)
  (thrice port
    (write-string (number->string (length (queue-items queue))) port)
    (write-string " items are waiting for somebody to take them" port))
  (thrice port
    (write-string (number->string (length (queue-takers queue))) port)
    (write-string " threads are waiting for somebody to put one" port)))
