;; options: line-breaks=keep
;; Half of these lines go one way and half the other.
(unless a
  (b))
(unless c
    (d))
(unless e
  (f))
(unless g
    (h))
