;; options: line-breaks=persistent
;; A list whose opening bracket ends its line and whose closing one begins one stays so, whatever the others do.
(define colours
  '(
    red
    green
    ))
(define (mix one other)
  (let (
        (weight 2)
        (canvas (blank))
       )
    (paint canvas one
    )
    (paint canvas other
           weight)
    '(
      done)))
