`#(,first-element-of-the-vector ,(compute-the-second-element-of vector) ,@(rest-of-the-elements))
