;; options: line-breaks=persistent
(define (draw shapes)
  (dynamic-wind
      (lambda () (lock! canvas))
      (lambda () (for-each show shapes))
      (lambda () (unlock! canvas))))
(with-input-from-string
    text
  (lambda ()
    (read)))
