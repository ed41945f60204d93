;; options: line-breaks=keep
;; Code that is commented out moves together, prose does not.
(define (f x)
    ;; To be enabled later.
    ;;(let ((a 1))
      ;;(g a
         ;;x))
    (g x)
    ;; One line,
     ;; and another.
    (h x))
