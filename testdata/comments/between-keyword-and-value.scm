(f #:key ; why
   value #:other 1)
