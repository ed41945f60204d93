(define-structure-of-c message
  (handle window)
  (unsigned kind)
  (pointer parameters))
(define-structure-of-c message (handle window)
  (unsigned kind))
