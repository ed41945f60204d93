;; Names keep the author's rows if they do not fit on one line: parameters, import sets, patterns.
(define (create-window class-name window-name style
          x y width height
     parent menu instance)
  (list class-name parent))

(define (short a
               b)
  (cons a b))

(import (except (srfi 43)
                vector-copy vector-copy!
                vector-for-each vector-map
                vector-append reverse-vector->list)
        (only (srfi 1) fold
              unfold))

(define-syntax collect
  (syntax-rules ()
    ((_ (clauses-so-far ...) (clauses-to-process ...)
      (arguments-so-far ...) (checks-so-far ...) rest)
     (next rest))))

;; Most of these rows are too wide at their place, so all are filled.
(define (interpolate-positions start-of-the-movement end-of-the-movement rate
                               interval-between-frames number-of-all-frames speed)
  rate)
