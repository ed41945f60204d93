(define Size #XFF)
