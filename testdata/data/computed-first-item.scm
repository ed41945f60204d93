;; A list that begins with an unquoted list is data: its items are one below the other. A renamed operator is an operator.
(define sizes `(,(1- (expt 2 7)) ,(1- (expt 2 15)) ,(1- (expt 2 31)) ,(1- (expt 2 (1- (* 8 (sizeof short))))) ,@more))
(define (expand form rename)
  `(,(rename 'if) ,(car form) ,(some-consequence-that-takes-its-room (cadr form)) ,(the-alternative (caddr form))))
