;; options: line-breaks=persistent
(when #!r6rs
.

o)
