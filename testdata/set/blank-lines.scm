(set! x

      (f y))
