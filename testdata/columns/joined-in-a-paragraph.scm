;; options: line-breaks=keep dialect=racket
;; A row joins the column of its paragraph, not that of another one.
(define page%
  (class object%
    (define content   lines)
    (define tokens    (new tree%))
    (define root      #f)
    (define slip     (new tree%))
    (define semaphore (make-semaphore 1))

    ;; what is read
    (init-field [name #f])
    (define length-1 (if name
                         (string-length name)
                         0))))
