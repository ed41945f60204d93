;; options: line-breaks=keep
; A body of two lines at +1 stays there if no other form of its kind has another column.
(define (step n)
 (let ((m (+ n 1)))
  (display m)
  (newline))
 (write n))
