(define page `(html (@ (lang "en"))   ,@body))
