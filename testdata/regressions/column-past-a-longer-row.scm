;; options: line-breaks=persistent
(define (options)
  (ref 'help  #f)
  (ref 'debug #f)
  (ref 'format "text")
  (ref '()    #f))
