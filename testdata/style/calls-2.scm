;; options: style.calls=2
(define (classify x table)
  (cond ((assq x table) => (lambda (entry) (record-hit! x) (cdr entry))) ((and (symbol? x) (string-prefix? "generated-" (symbol->string x))) (register-temporary-symbol! x table) 'temporary)
   (else (add-classification-entry! table (canonical-name x) (make-entry x 'unknown)))))
