(case command ((quit) (display "bye") (exit 0)) ((help) (show-help)) (else #f))
