(and ; all
  (a? x) ; a
  ;; then b
  (b? x) ; b

  (c? x)
  ;; end
  )
