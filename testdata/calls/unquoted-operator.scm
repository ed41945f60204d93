`(,operator-of-the-expression ,(simplify-the-expression (car arguments)) ,(simplify-the-expression (cadr arguments)))
