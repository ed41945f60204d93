;; options: line-width=40 style.head-alone-from=5
(oper (alpha beta gamma delta epsilon zeta) (eta theta iota kappa lambda mu nu))
(opera (alpha beta gamma delta epsilon zeta) (eta theta iota kappa lambda mu nu))
