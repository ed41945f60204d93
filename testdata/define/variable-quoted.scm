(define operators '((+ . add) (- . subtract) (* . multiply) (/ . divide) (quotient . integer-divide)))
