(define (total orders)
; Every order counts,
; even one without a price.
(let loop ((orders orders) (sum 0))
;; the last order
    (if (null? orders)
        sum
;       (report sum)
        (loop (cdr orders) (+ sum (price (car orders)))))))
