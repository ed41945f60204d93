;; options: line-width=60

(begin (cenv-copy-except (cenv a) (acons type frame (cenv-frames cenv b))))

(list-of (call-with-output-file (make-path a b) (lambda (port) (write x port) (newline port))))
