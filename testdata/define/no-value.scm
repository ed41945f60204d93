(define unassigned)
