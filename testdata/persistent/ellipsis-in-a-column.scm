;; options: line-breaks=persistent style.library-body=0
;; An ellipsis that goes beside the item before it is no line of a column.
(library

define
...)
