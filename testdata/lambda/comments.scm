(lambda ; head
  (x) ; parameters
  ;; body
  (f x) ; last
  ;; end
  )
