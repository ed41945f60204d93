(case key ; which
  ;; letters
  ((a b) ; both
   (letters key)) ; call
  ;; digits
  ((0 1) (digits key)) ; digits

  ;; rest
  (else ; none
   #f)
  ;; end
  )
