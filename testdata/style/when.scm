(when (pair? lst) (display (car lst)) (newline))
