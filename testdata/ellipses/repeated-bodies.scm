(define-syntax my-let
  (syntax-rules ()
    ((_ ((name val) ...) body1 body2 ...)
     ((lambda (name ...) body1 body2 ...) val ...))
    ((_ name ((var val) ...) (body1 x) (body2 x) ...)
     ((lambda (var ...) (body1 x) (body2 x) ...) val ...))))
