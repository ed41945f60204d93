;; options: line-width=24 dialect=r5rs
(println (apply
          sum
          '(11 12 13 14
            15 16 17)))
