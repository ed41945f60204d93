(when ; head
  (ready? x) ; test
  ;; body
  (go x) ; go

  ;; more
  (go y)
  ;; end
  )
