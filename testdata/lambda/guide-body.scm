;; options: line-breaks=keep
;; Riastradh's rules: the body of a lambda stands two columns right of its bracket, wherever that is.
(for-each (lambda (guest)
            (greet guest)
            (seat guest))
          guests)
