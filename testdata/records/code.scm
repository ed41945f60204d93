;; options: line-breaks=keep
(define-type counter%
  (let ([count 0]
        [step 1])
    (lambda (message)
      (match message
        ['add (set! count (+ count step))]
        ['count count])))
  (name accessor))
