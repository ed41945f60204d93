(and (a? x) ; a
  ;; then b
  (b? x) ; b
  ;; end
  )
