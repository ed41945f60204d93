;; options: line-breaks=keep
;; Where most lists stand in one column that the rules would not choose, others stay there, too, though there are few of their kind.
(define (deliver parcel door)
    (switch (status parcel)
        ((sent? when)
            (wait when)
            (ring door))
        ((lost? _)
            (search parcel)))
    (or (recipient parcel)
        (return parcel)))
(when (rainy? today)
    (cover parcels))
