(begin (display (car lst)) (newline) (loop (cdr lst) (cons (car lst) acc)))
