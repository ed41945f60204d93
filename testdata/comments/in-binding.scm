(let ((x ; name
       1) (y 2 ; value
       )) x)
