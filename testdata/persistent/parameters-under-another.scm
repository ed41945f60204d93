;; options: line-breaks=persistent
;; Parameters stay under one of those on the first line.
(define (draw picture canvas [scale 1]
                             [border #f]
                             #:color [color "black"])
  (list picture canvas scale border color))
(define put
  (lambda (key value #!optional
               table)
    (list key value table)))

; As other keywords.
(define (open-hut path
                  #!key (door #t)
                        (window #f))
  (build path door window))
