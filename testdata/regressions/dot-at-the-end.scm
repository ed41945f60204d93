;; options: line-breaks=persistent
(. []
= .)
