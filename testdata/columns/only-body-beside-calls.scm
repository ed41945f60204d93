;; options: line-breaks=keep
;; The only body of a short file shows +4, whatever its calls do.
(define (length-of items)
    (if (null? items)
        0
        (+ 1
           (length-of (cdr items)))))
