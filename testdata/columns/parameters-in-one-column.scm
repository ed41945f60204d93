;; options: line-breaks=keep
;; Parameters in one column stay there, also if they have default values.
(import :std/sugar)
(def (f s
      one?: (one? #t)
      other: (other #f)
      third: (third 0))
  (g s))
