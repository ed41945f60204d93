(define limit 80) ; columns, as a terminal
                  ; shows them
