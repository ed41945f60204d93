;; options: line-breaks=persistent
;; A list whose opening bracket ends its line and whose closing one begins one stays so, unless it is a call.
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
    (spray canvas one
    )
    (paint canvas other
           weight)
    '(
      done)))
(mix (
      paint
      )
     red)
