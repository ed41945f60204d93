;; options: line-breaks=keep dialect=gerbil
;; A value below its variable is indented by two columns.
(set! (counter-of thread)
     (fx1+ n))
