#|A|# #|B|#
(define (f x)
#|C|# ; D
      #|p|# #|q|# ; r
  (g x #|s|#   #|t|#
    y #|u|# ; v
    z #|w|# #|x|#)
     #|y|#
  h)
