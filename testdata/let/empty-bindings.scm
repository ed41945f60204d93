(let () (define x 1) (+ x x))
(let loop () (when (char-ready? port) (read-char port) (loop)))
