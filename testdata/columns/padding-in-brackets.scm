;; options: line-breaks=keep columns=rules
(define-keys bindings
   ((left     ) (  a 1))
   ((right    ) ( bc 2))
   ((page-down) (def 3)))
(define primes
    '#(  2  3   5
        31 37  41
       101 103 107))
(define-axis FLOAT=  (rule () ((FLOAT=  x y) (=  x y))))
(define-axis FLOAT<= (rule () ((FLOAT<= x y) (<= x y))))
(check  (kind "one"  <string>))
(check  (kind 'two   <symbol>))
(define pairs
  '(( a . 1 )
    (b . 2)))
