;; options: line-width=32
;; Whether rows fit is asked where they are written, under the second item: a second run would decide otherwise.
(export (names)
 (only (base)
 (limits (a)
 lowest:
 the-highest-value)))
