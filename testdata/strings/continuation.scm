(define s "one \
           two \
           three")
