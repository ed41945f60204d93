(define (open-shape name size)
    (let ((port    (open-input-file  name))
            (width   (car size))
            (a-longer-height (cdr size))) ; not aligned
        (draw port)
        (let* ((x      1)
               (colour 'red)


               (y  2)
               (zz 3)
               ;; a comment between them
               (it (list 1
 2   3))
               (this     'is) (on-one     'line)
               (so-is    'this))
            (draw x)))
    (let ((a   1)
          (bbb 2))
        (f a))
    (letrec* ([even? (lambda (n) (or (zero? n) (odd? (- n 1))))]
              [odd?  (lambda (n) (and (not (zero? n)) (even? (- n 1))))])
        (even? size)))
