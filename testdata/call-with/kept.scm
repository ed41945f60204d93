;; options: line-breaks=keep
;; All arguments of a procedure are in one column if the first begins a line.
(define text
  (call-with-temporary-output
   (lambda (port)
     (display 'x port))))
(define result
  (call-with-prompted-user
   "your name"
   (lambda (name)
     (string-length name))))
(call-with-output-file "out.txt"
  (lambda (port)
    (write 'x port)))
