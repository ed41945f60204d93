;; options: line-breaks=keep
;; Most lists decide where the rest goes, unless it stands where the rules put it.
(when a
    (b)
    (c))
(when d
    (e)
    (f))
(when g
    (h))
(when i
  (j)
  (k))
(when l
     (m)
     (n))
