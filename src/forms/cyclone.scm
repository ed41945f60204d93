(pack Cyclone (dialects cyclone))

(make-thread 0 (parts arg) (seen 18 18 1))
(thread-start! 0 (parts arg) (seen 13 12 1))
;; How often what begins below the operator stands at +2.
(export export (drop 2) (seen 39 33 1))
(import import (drop 2) (seen 39 37 1))
