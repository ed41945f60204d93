(let* ((path (string-split line #\:)) (name (car path)) (size (string->number (cadr path)))) (make-entry name size))
