(library (harbour)
    (export dock
            leave)
    (import (rnrs) (sagittarius))
  (define (dock ship)
    (list ship)))
