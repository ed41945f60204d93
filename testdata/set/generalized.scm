(set! (slot-ref object 'size) (+ (slot-ref object 'size) (length new-elements) (length other-elements)))
