(import (chicken base) (chicken foreign))
(define-external (run_all_of_them (int count)) void (for-each run ticks) (set! ticks '()))
(define add-numbers (foreign-lambda* int ((int first-number) (int second-number)) "C_return(first_number + second_number);"))
