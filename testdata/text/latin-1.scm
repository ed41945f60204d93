(define a "été")  ; ü
