;; options: line-breaks=keep dialect=racket
;; A condition among the clauses of a loop is a row like them.
(for*/list ([entry  (in-list entries)]
            [name   (in-value (car entry))]
            #:when  (and (symbol? name)
                         (not (hidden? name)))
            [value! (in-value (cdr entry))])
  (cons name value!))
