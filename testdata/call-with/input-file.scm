(call-with-input-file (string-append directory "/" file-name) (lambda (port) (let loop ((line (read-line port))) (unless (eof-object? line) (process line) (loop (read-line port))))))
(call-with-input-file "data.scm" read)
