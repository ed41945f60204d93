;; options: line-breaks=persistent
;; The body of a module stays in the first column, and so does its closing bracket; a procedure's body does not.
(define-library (harbour)
(export dock
        leave)
(import (scheme base))
(begin
(define ships '())

(define (dock ship)
(set! ships (cons ship ships)))

(define (leave ship)
(set! ships (remove ship ships))
)
)
)

; Two items that begin lines there are such a body, whatever is behind them.
(let* bindings one
(two) three four
(five))
