;; options: line-breaks=keep
;; Three neighbours or more that are indented alike stay so, with labels among them; fewer do not.
(define (f x)
  x)
 (define (g x)
   x)
   (define (h x)
     x)

(val)
  (save continue)
  ; What a label begins.
  (assign val (op lookup))
entry
  (goto (reg val))
    (test (op zero?))
