;; options: line-breaks=persistent line-width=50
;; Nothing of this would fit beside the operator, but it need not stand there.
(define-syntax checked
  (syntax-rules ()
    ((_ name value ...)
     (complain-about-everything (name value ...)
         ("there is no such name in this text:" name)
       (report name)))))
