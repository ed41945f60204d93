(f #| the port |# port #;(and (not this) (nor (that one)))
   (g x))
