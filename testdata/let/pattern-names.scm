(let-optionals args ((port (current-output-port)) (width 80)) (format-to port width))
(let-keywords rest #f ((size 10) (fill #f)) (make-it size fill))
