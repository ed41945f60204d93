(let-syntax ((foo (syntax-rules () ((_ a) (list a a))))) (foo 1))
