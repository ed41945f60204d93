`(let ((x ,value)) (if x (begin (display x) (newline) ,@body) ,(expand-alternative-expression alternative)))
