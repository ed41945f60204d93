;; A list with an atom before its last item is no clause that begins with a datum.
(test
  (case no-overflow
    (load counter 1)
    (increment counter)
    (check counter 2))
  (case overflow (load counter 255) (increment counter) (check counter 0)))
(case x
  (a (display 1) (display 2))
  (b => list)
  (else (display 3) 4))
