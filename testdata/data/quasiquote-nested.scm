`(1 `(2 ,(3 ,(+ 1 3))) ,@(map (lambda (x) `(item ,x)) the-list-of-all-the-items) the-end-of-the-list)
