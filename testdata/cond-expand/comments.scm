(cond-expand ; systems
 ;; guile
 (guile ; 3
  (f)) ; f

 ;; others
 (else #f)
 ;; end
 )
