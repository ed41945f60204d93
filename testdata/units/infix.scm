;; options: line-width=40
(define (area [width : Real] [height : Real]) : Real (display width) (* width height))
(define-metafunction lang substitute : expression variable expression -> expression ((substitute a b c) d))
(call-with-operators = first-operand second-operand third-operand)
