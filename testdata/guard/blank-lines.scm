(guard (e ((string? e) e)

          (else #f))

  (f)

  (g))
