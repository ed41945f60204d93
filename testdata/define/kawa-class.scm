;; options: dialect=kawa
(define-simple-class point ()
  (x ::int init: 0)
  ((move dx ::int) (set! x (+ x dx))))
