(when (and (pair? expression) (eq? (car expression) 'define) (pair? (cdr expression)) (symbol? (cadr expression))) (add-definition! expression))
