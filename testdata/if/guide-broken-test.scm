;; options: line-breaks=keep
;; Racket, section 6: a test of several lines has the arms under it all the same.
(if (and (open? shop)
         (enough? purse))
    (enter shop)
    (go-home))
