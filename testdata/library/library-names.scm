;; options: line-width=40

(import (a-library-name with several parts to it) (b))

(cond-expand ((library (a-library of-many parts indeed)) (b)))

(define-module (m) #:duplicates (merge-generics replace warn-override-core))
