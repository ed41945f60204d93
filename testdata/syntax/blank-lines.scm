(define-syntax my-or
  (syntax-rules ()

    ((_) #f)

    ((_ e) e)))
