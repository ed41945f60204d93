(import (nanopass))
;; What a language adds or takes is one a line.
(define-language L2 (extends L1)
  (Expr (e body)
    (- (let ([x* e*] ...) body* ... body) (lambda (x* ...) body* ... body))
    (+ (let ([x* e*] ...) body) (letrec ([x* e*] ...) body) x))
  (Stmt (s) (- x) (+ (name x))))
