(define-syntax swap! ; exchange
  ;; a hygienic macro
  (syntax-rules () ; none
    ;; two places
    ((_ a b) ; both
     ;; template
     (let ((tmp a)) (set! a b) (set! b tmp))) ; done
    ;; end
    ))
