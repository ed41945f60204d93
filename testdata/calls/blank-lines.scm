(f a

   b


   c)
