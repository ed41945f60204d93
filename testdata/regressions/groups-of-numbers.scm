;; options: line-breaks=keep
;; Two blanks divide numbers into groups, if they do so more than once.
(define camera (view 10.0 10.0 10.0  0.0 0.0 0.0  0.0 1.0 0.0  45.0 'perspective))
(define bytes #u8(42 0 0 0  0 0 0 0  1 2 3 4))
(define once (quote (1 2  3 4)))
