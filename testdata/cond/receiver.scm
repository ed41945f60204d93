(define (lookup key alist) (cond ((assv key alist) => cdr) ((assv (canonicalize-key key) *defaults*) => (lambda (entry) (note-default! key) (cdr entry))) (else (error "no such key" key))))
