(call-with-output-file "out"
  (lambda (port)

    (write 1 port)

    (write 2 port)

    ))
