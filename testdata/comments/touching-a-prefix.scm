;; options: line-breaks=keep
#;; not yet
(open-shelf 1)
(define (close-shelf number)
  #;;; later ; or never
  #;(lock number)
  (shut number))
