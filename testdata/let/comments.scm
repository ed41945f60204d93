(let ; what follows
  ;; bindings
  ((a 1) ; one
   ;; between
   (b 2) ; two
   ;; end of bindings
   )
  ;; body
  (f a b) ; call
  ;; end
  )
