;; options: line-breaks=keep
(vector
  (span 1 2 3)             ,(span 1 2 3)
  (let ((sp (cf32span)))
   (cf32span-copy sp))     ,(cf32span 0.0)
  (span-length (span 1))   3
  (let ((a 1))
    (overruns-the-column-of-the-others a))  4
  (let ((a 1))
    (f a)) 5
  (span-empty? (span))     #t)

'#((a)                     1
   (let ((sp (vcellspan)))
     (f sp))              2
   (b c)                   3)
