;; options: line-breaks=keep
;; Where lines are kept, a datum below its prefix stays there.
'
 (begin
  (display 1)
   (newline))

(define (report results)
  `(body
    (h1 "Results")
    ,@
     (for/list ([result results])
       `(p ,result))))

(define text
  #~(string-append #$
                    (symbol->string 'a)
     "b"))
