;; options: line-width=40
(operat7 (alpha beta gamma delta epsilonic) (zeta eta theta iota kappa lambda))
(operato8 (alpha beta gamma delta epsilonic) (zeta eta theta iota kappa lambda))
(operato8 (alpha beta gamma) (delta epsilon zeta eta))
