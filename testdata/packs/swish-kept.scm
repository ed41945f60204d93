;; options: line-breaks=keep
(library (shop till)
  (export
   open-till
   close-till)
  (import
   (chezscheme)
   (swish erlang))
  (define (change-for sum paid)
    (cond
     [(< paid sum) #f]
     [(= paid sum) 0]
     [else (- paid sum)]))
  (define (open-till name)
    (arg-check 'open-till
      [name symbol? nonempty?])
    (match (find-till name)
      [#(ok ,till)
       (on-exit (release till)
         (count-all till))]
      [,_ 'none])))
