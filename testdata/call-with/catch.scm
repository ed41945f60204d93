(catch 'system-error (lambda () (delete-file name)) (lambda (key . args) (format #t "could not delete ~a~%" name) #f))
(catch #t thunk handler)
