;; options: line-breaks=keep
;; Labels stay to the left of the instructions among them.
(define machine
    '(controller
        (assign continue (label fib-done))
      fib-loop
        (test (op <) (reg n) (const 2))
        (branch (label immediate-answer))
        ;; Set up to compute Fib(n-1).
        (save continue)
      immediate-answer
        (assign val (reg n))
        (goto (reg continue))
      fib-done))

(controller
 start
    (goto (label here))
 here
    (assign a (const 3)
       (reg b))
 there)

;; Keywords are no labels, nor is a single atom.
(f a
    #:first
      (g b)
    #:second
      (g c))

(f
  a
   (g b)
   (g c))
