;; options: line-breaks=keep
;; Most lists decide where the rest goes, also if some follow the rules.
(when a
    (b)
    (c))
(when d
    (e)
    (f))
(when g
  (h)
  (i))
