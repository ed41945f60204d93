(define circular '#0=(first second third fourth fifth sixth seventh eighth ninth tenth . #0#))
