;; options: line-breaks=keep
;; The argument after the first one has a column of its own in this file; so has what follows `test-sum`, under its first argument.
(let-boxes ((x 0))
    (send canvas get x)
  (draw x))
(let-boxes ((y 0))
    (send canvas get y)
  (draw y)
  (wait))
(let-boxes ((z 0))
    (send canvas get z)
  (draw z))
(let-boxes ((w 0))
 (send canvas get w)
   (draw w))
(test-sum 1
          1
          0)
(test-sum 2
          1
          1)
(test-sum 3
          2
          1)
(test-sum 4
      2
      2)
