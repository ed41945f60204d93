;; options: line-breaks=keep
;; Brackets of quoted lists stay where most of these have them, though those of other lists do not.
(check (rows-of "fruit")
       '(
         "apple"
         "pear"
         ))
(check (rows-of "colour")
       '(
         "red"
         ))
(check (rows-of "metal")
       '(
         "iron"
         "gold"
         ))
(check (columns-of "metal")
       (list "name"
             "price")
       (list "text"
             "number"))
