(define-module (lily documentation))
(define (node engraver)
(make <texi-node> #:name (symbol->string (engraver-name engraver)) #:text (engraver-documentation engraver #t)))
