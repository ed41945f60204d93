;; options: line-breaks=keep
;; Riastradh's rules, Racket 6, Cyclone: both arms of an if go under its test.
(if (open? shop)
    (enter shop)
    (go-home))
