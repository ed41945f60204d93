(when ready?

  (go)

  (stop)

  )
