;; options: line-breaks=keep
;; An atom among rows, such as a label, ends no table.
(define base
  (make-base
   #( 41.8210   8.3880  43.5890) ; P
   #(-42.5400   8.0450  44.8330) ; O1P
   #( 42.2470  -9.6920  42.9910) ; O2P
   rA
   #( 35.3088   5.7642  37.9649) ; N6
   #( 37.5818   5.8677  40.0507) ; N7
   #( 37.0932   6.3197  42.1810) ; N9
   ))
