;; options: line-breaks=persistent
;; One call far from its bracket shows nothing to those that were on one line.
(define (f connection)
  (create-window connection
                8
                (new-id window)
                (new-id root))
  (set-selection-owner connection (new-id window #t) (new-id atom) 'current-time-and-more))
