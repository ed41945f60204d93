;; options: line-breaks=persistent
;; Numbers under the item above them, but further right, show no column.
(total count
       base
         2
         10)
