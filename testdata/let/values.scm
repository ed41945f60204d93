(let-values (((q r) (floor/ 7 2)) ((a . rest) (values 1 2 3))) (list q r a rest))
(let*-values (((root remainder) (exact-integer-sqrt 32)) ((x y) (values root remainder))) (* x y))
