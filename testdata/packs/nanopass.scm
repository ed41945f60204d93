(import (nanopass))
(define-language L0 (terminals (symbol (x)) (constant (c))) (Expr (e body) x c (quote c) (lambda (x* ...) body) (e e* ...)) (entry Expr))
(define-pass verify : LP (ir) -> L0 () (Expr : Expr (ir) -> Expr () [,x x] [(quote ,c) `(quote ,c)]) (Expr ir))
