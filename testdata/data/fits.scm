(define table '((one . 1) (two . 2) (three . 3)))
