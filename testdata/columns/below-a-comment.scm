;; options: line-breaks=keep
;; What hangs below a comment in the place of the first argument stays there.
(list ;the old ones
      #:tests? #f
      #:phases phases)
