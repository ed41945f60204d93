(and (a? x)

     (b? x))
