;; options: style.if-arms=2
(if (and (pair? expr) (eq? (car expr) 'quote)) (cadr expr) (eval-expression (macroexpand expr env) env k))
