;; options: line-breaks=keep dialect=racket
;; What begins in one column stays there, whatever the number of items before it.
(: norm (case-> ((Matrix Flonum)              -> Flonum)
                ((Matrix Flonum) Real         -> Flonum)
                ((Matrix Flonum) Real Integer -> Flonum)))
(machine-dependent
  [%ts  %rax %Cretval  #f  0 uptr]
  [%td  %rbx           #t  3 uptr]
  [%ac1 %r10 %deact    #f 10 uptr])
;; A token may be above the same one, or any after three blanks, at any depth.
(case-lambda
  [(compare) (lambda (x y) (if-rel? (compare x y) #t #f))]
  [(x y)                   (if-rel? (default x y) #t #f)])
(- (indexer lower-0 (+ lower-1 1))
   (indexer lower-0    lower-1))
(+ (*    a  (- (* e i) (* f h)))
   (* (- b) (- (* d i) (* f g)))
   (*    c  (- (* d h) (* e g))))
;; Two blanks before another item are a slip.
(list (direction .  left)
      (positioning . done))
;; So is one in a row with a gap of its own.
(set! x-off            (+ x-off  1))
(set! y-offset   (+ y-off     1))
