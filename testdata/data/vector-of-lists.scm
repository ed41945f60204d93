(define v #((first-element 1) (second-element 2) (third-element 3) (fourth-element 4)))
