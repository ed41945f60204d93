(if-let (x (find even? numbers)) (begin (display x) (newline)) (display "there is no even number among them"))
