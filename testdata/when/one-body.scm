(when ready? (go))
(define (f) (when (char-ready? input-port) (read-the-next-char input-port)))
(define (g) (when done (stop)) (unless done (go-on)))
