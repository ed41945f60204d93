(let x
  a b ; note
  )
(define-cproc x
  a b ; note
  c)
