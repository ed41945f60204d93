;; options: line-width=40
(define (f) (do ((index-of-row 0 (+ index-of-row 1)) (row (first-row matrix) (next-row matrix row))) ((= index-of-row (number-of-rows matrix)) (report "all rows") matrix) (process-row! row index-of-row)))
