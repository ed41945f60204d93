;; options: closers=keep
(define colours
  '(red
     green
       )
  )
