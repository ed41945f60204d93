;; options: line-breaks=persistent
;; What a list is applied to stays where the author aligned it, if all of its lines are under the first of it.
((lambda (x y) ret) (begin (set! ret a) #f)
                    (begin (set! ret b) #t))
`(,(cadr root+url+flags) ,@path
                         ,file)
((ref map-set) ("2")
  ("c"))
