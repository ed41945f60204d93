;; options: line-breaks=keep
;; What follows a list of several lines counts the blank before its closing bracket.
(list (f
       a ) (g
             b ))
(list (f
       a )(g
   b ) (h
   c ))
