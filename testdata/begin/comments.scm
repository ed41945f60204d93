(begin ; do
  ;; first
  (f) ; f

  ;; second
  (g) ; g
  ;; end
  )
