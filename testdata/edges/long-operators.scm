;; options: line-width=60

(begin (cenv-copy-except cenv :frames (acons type frame (cenv-frames cenv))))

(list-of (call-with-output-file (make-path a b) (lambda (port) (write x port) (newline port))))
