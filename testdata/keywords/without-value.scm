(f #:a #:b 1 #:rest)
