;; A name that is only known to begin with let-, and whose first argument is no list of bindings.
(define (sum numbers)
  (let-pair ((number rest)
             numbers)
    (+ number (sum rest))))

(define (distance from to)
  (let-point ((x1 y1) (the-point-that-is-opposite-of to (direction-between from to)))
             (let-point ((x2 y2)
                         from)
                        (hypotenuse (- x2 x1) (- y2 y1)))))

;; These hold bindings.
(let-fluids ((port (current-output-port)) (level 3)) (report port))
(let-port (port (current-output-port)) (report port))
(let-parsed ((name value) ...) body ...)
