;; options: line-breaks=persistent
;; Most lists of this text go on at +2, so the clauses of an unknown form do, too. The last one, at +1, follows the rules.
(inspect
  (kettle 1)
  (switch kettle
    ((boiling? kettle)
      (pour kettle))
    ((empty? kettle)
      (fill kettle))
    ((broken? kettle)
     (repair kettle))))
(inspect
  (pot 2)
  (values
    (lid pot)
    (handle pot)))
(inspect
  (pan 3)
  (values
    (lid pan)
    (handle pan)))
