;; options: style.cond=hang
(define (f) (let loop () (let loop () (let loop () (let loop () (let loop () (cond ((string? x) (display "a message that is long enough to leave us no room here at all")) (else x))))))))
