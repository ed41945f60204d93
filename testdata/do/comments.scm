(do ; loop
  ;; over
  ((i 0 (+ i 1)) ; index
   ;; sum
   (sum 0 (+ sum i)))
  ;; until
  ((= i 10) ; ten
   ;; result
   sum) ; here
  ;; body
  (display i) ; show
  ;; end
  )
