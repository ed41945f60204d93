;; options: line-breaks=persistent
(import (swish imports))
;; What a message matches is a clause, and what is to be done without one is a body.
(define (wait-for pid timeout)
  (receive (after timeout (throw 'timeout))
   [`(DOWN ,_ ,@pid ,reason)
       (log-reason reason)
      (notify pid)]))
(define (drain)
  (receive
     (until 0
        (forget-all)
        (void))
    [,_ (drain)]))
