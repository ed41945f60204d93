(f #; ; which
   (a b) c)
