(let ((handler (lambda (e) (log e) #f)) (long-variable-name (compute-something-with first-argument second-argument third-arg))) (run handler long-variable-name))
