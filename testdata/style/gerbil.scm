;; options: dialect=gerbil style.if-arms=align style.cond=hang
(def (sign x) (cond ((< x 0) -1) ((> x 0) 1) (else 0)))
(def (distance p q) (if (and (point? p) (point? q)) (magnitude (point-difference p q)) (error "not points" p q)))
