(case x ((a) 1) ((b) 2) (else 3))
