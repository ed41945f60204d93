;; options: line-width=40
(define (f) (set! (configuration-value-of-key (current-configuration) 'maximum-width) (compute-maximum-width-of-lines-in text)))
