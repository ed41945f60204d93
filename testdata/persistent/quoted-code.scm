;; options: line-breaks=persistent
;; Lines at +2 in data may be the body of some code.
#((let ((sp (vcellspan)))
    (f sp))
  (solve (n m)
    (all n m))
  (name (a 1)
   (b 2)))
