(match x ; input
  ;; pairs
  ((a . b) ; both
   ;; list them
   (list a b)) ; result

  ;; else
  (_ #f) ; none
  ;; end
  )
