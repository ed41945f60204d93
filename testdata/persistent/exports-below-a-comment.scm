;; options: line-breaks=persistent
(define-library (harbour)
    (import (scheme base))
    (export ;; ships
        make-ship
        ship?
        ship-crew
        ship-name)
    (include "ships.scm"))
