(define (f index)
  (let-parameter-process index another-name-of-an-index index document 'syntax-variable 'other))
