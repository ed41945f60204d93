;; options: line-breaks=keep
;; Cyclone: brackets get a line of their own after a comment.
(define (shelves)
  (list (first-shelf)
        (second-shelf)
        ;; (third-shelf)
        ))
