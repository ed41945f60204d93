(receive (a b) ; both
    ;; from
    (f x) ; f
  ;; body
  (list a b) ; b
  ;; end
  )
