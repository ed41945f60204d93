(define ((make-adder-with-a-rather-long-name first-number second-number) third-number fourth-number fifth-number) (+ first-number second-number))
