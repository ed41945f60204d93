;; options: line-breaks=keep
(define (f who form)
  (error who
    "a message that says what is wrong"
    form))

(define (g who form)
  (error who
    form))
