(import (scheme base) (chibi loop))
(define (evens xs) (loop ((for x (in-list xs)) (for r (listing x (if (even? x))))) => r))
(define (sum xs) (loop next ((for x (in-list xs)) (with total 0 (+ total x))) => total (next (=> total (+ total (* x x))))))
