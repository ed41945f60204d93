`(define (,name ,@parameters) ,@(if docstring (list docstring) '()) ,(expand-body body environment))
