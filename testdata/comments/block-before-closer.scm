(f a
   #| last |#
   )
(f a #| last |#)
