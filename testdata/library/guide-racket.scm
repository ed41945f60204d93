;; options: line-breaks=keep dialect=racket
;; Racket 3.3: what is required and provided stands under the first of it.
(require racket/list
         "shelf.rkt")
(provide shelf
         empty-shelf)
