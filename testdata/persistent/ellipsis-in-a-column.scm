;; options: line-breaks=persistent style.library-body=0
;; An ellipsis on a line of its own stays there, and is no line of a column.
(library

define
...)
