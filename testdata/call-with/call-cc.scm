(call/cc (lambda (return) (for-each (lambda (x) (if (negative? x) (return x))) numbers) #f))
(call-with-current-continuation (lambda (return) (for-each (lambda (x) (if (negative? x) (return x))) numbers) #f))
(call/cc (lambda (k) (k 1)))
