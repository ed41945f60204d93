(define-library (a b)

  (export c)

  (import (scheme base))


  (begin

    (define c 1)


    (define d 2)

    ))
