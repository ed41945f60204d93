(let ([x 1]
      [y 2] ; the last
      )
  (display "two
lines")
  )
