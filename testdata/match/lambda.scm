(define eval-top (match-lambda (('define name value) (environment-define! name (evaluate value))) (expression (evaluate expression))))
(map (match-lambda ((name . value) name)) alist)
