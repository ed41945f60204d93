(dynamic-wind
  ;; before
  (lambda () (acquire! lock)) ; get
  ;; during
  thunk

  ;; after
  (lambda () (release! lock)) ; give
  ;; end
  )
