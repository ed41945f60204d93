;; options: line-breaks=persistent
(cond-expand (
harbour  ships
docks

  ; after a blank line
cranes))
