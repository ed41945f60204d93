;; options: line-breaks=keep
;; Arguments are under the first one, or one column to the right of the bracket.
(define sum
  (plus first-number
        second-number))
(define longer
  (a-procedure-with-a-long-name
   first-number
   second-number))
(for-each (lambda (x)
            (display x))
          items)
(for-each
 (lambda (x)
   (display x))
 items)
