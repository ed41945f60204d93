;; options: line-breaks=keep
;; A bracket alone on its line stays before a line of brackets that stay, and where something follows it.
(define (report ship)
  (when (is-visible ship)
    (say "fuel: " (fuel-of ship))
    (say "ammo: " (ammo-of ship))
    )
  )

(define (dock ship)
  (let ((bay (free-bay)))
    (move ship bay)
    (say "docked"))
  )

(structure ring (items
                 max-count
                 ) #:prefab)
