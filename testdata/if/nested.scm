(if (< a b) (if (< b c) (begin (display "ordered") (newline)) (report-not-ordered b c)) (if (= a b) (report-equal a b) (report-not-ordered a b)))
