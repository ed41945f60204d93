(define (frobnicate x) "Return X, frobnicated." (frob x))
(define (short x) "Doc." x)
