;; options: line-breaks=keep
;; Each of these is called only once, but all of them alike.
(define (start)
  (connect-to
      socket)
  (subscribe
      socket
      topics)
  (announce
      socket)
  (wait-for
     socket))
