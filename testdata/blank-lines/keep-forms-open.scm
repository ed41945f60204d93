(list 1

      2)
(let ((a 1)) (f)

  (g))
