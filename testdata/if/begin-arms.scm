(if (eof-object? line) (begin (close-port port) (reverse lines)) (begin (set! count (+ count 1)) (loop (read-line port))))
