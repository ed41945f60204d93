(let ((next (if (null? rest) '() (cdr rest))) (message (if (string? object) (string-append "the string " object) (number->string object)))) (show next message))
