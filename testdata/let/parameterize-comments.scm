(parameterize (;; where it goes
               (current-output-port port) ; there
               (verbose? #t))
  ;; do it
  (run))
