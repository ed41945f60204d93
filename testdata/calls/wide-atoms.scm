(error "this is a message that is so long that it does not fit on the line beside the operator" irritant)
(assertion-violation 'some-procedure-name "a message that is so long that it does not fit beside" irritant)
