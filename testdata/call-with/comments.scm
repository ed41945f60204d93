(call-with-output-file "out" ; name
  ;; write
  (lambda (port) ; port
    (write x port)) ; done
  ;; end
  )
