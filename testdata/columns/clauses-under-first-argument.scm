;; options: line-breaks=keep dialect=racket
;; Clauses under the first argument of a loop that is known by its name alone stay there, with its body at +2; so do the fields of a record
;; type at +2, and the arguments of a procedure that is named like a macro at +1.
(for/reducer into-list
             ([n (in-naturals)]
              [char (in-string "..")])
  (if n
      char))
(define-record-type pass
  (fields name
    (mutable language)
    (mutable body)))
(with-preference
 "name"
 (lambda (value)
   (set! saved value)))
