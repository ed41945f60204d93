; The predicate of `?` and the procedure of `=` are code.
(match exp
  (($ <call> _ (and proc ($ <module-ref> _ mod name public?) (? (lambda (_) (false-if-exception (procedure-property (module-ref (if public? mod #f)) 'pure))))) args) 1)
  ((? symbol? name) (list name 'symbol 'and 'something 'longer 'so 'that 'it 'breaks))
  ((= (lambda (x) (if (pair? x) (car x) (error "this is no pair, but a pair is due here" x))) y) y))
