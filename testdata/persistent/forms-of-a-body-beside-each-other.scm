;; options: line-breaks=persistent
;; Forms that the author put on one line in the body of a definition stay there, but not behind the header or a string.
(define (fail label)
  (display "failed: ") (display label) (newline)
  (exit 1))
(define (succeed label) (display label) (newline)
  (exit 0))
(define (finish)
  "Ends the program." (display "done") (newline)
  (exit 0))
(define (tell what where)
  (display "here is what there is to be told: ") (display what) (display " in ") (display where)
  (newline))
