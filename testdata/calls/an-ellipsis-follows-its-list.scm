;; options: line-width=72
(define-syntax signal-all
  (syntax-rules ()
    ((_ (kind field value ...) ...) (signal-compound (condition-instance kind () field value ...) ...))))
