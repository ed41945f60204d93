;; options: line-width=20
'(a b c (d e f g h i j k l m n o p q r s t u v w x y z) e f (g "h i" j) #(1 2 3 4 5 6 7 8 9 10 11 12 13 14))
{ define  ( a-long-name-of-a-procedure define ) b }
