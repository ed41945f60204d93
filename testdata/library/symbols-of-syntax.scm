;; The words of syntax are names here; an ellipsis at the end of a list is that of a template.
(define-library (syntax)
  (export
    *
    =>
    >
    -
    ...
    _
    define-syntax
    call-with-current-continuation)
  (import (only (scheme base) ... => _ define syntax-rules)))

(define-syntax exporting
  (syntax-rules ()
    ((_ (library name ...) ...)
     (define-library library
       (export name ...) ...))))
