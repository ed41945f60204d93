;; options: line-breaks=keep
(define (f x)
      ;(when (ready? x)
        ;(start x)
      ;(else
         ;(wait x))
      (g x))
(define (h x)
  ;; These are prose.
   ;; They are in one column.
  (list x ; a
        ;(old
          ;x)
        1))
