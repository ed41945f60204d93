;; options: line-width=20
(define (f a)
  (if (first? a) (if (second? a) (if (third? a) (if (fourth? a) (let ((x (car a))) (declare (safe)) (g x a)) (h a)))))) 
