#| A file
   comment |#
(define a 1)
#| between |#

(define b 2) #| trailing |#
