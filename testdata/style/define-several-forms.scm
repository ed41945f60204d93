(define (frobnicate x) "Return X, frobnicated." (frob x))
(define (push! x) (set! stack (cons x stack)) x)
