;; options: line-width=40
(define (f) (match instruction (('load register (? integer? address)) (set-register! machine register (memory-ref machine address))) ((or ('jump label) ('call label)) (set-program-counter! machine (address-of label))) (_ #f)))
