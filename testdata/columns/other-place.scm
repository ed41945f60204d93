;; options: line-breaks=keep
; What stands in another place than the rows below it joins no column of theirs.
(define (step from)
  (case (car from)
    ((rv)  (on-rv from))
    ((ae)  (on-ae from))
    (else  (cons from '()))))
