;; options: line-breaks=keep
;; Bindings below a `let` that is alone stay at +1 above a body at +2.
(define (build-list n)
  (letrec
   ((build
     (lambda (i)
       (if (= i n)
           '()
           (cons i (build (+ i 1)))))))
    (build 0)))

(.define-generic (depth-of type x)
                 slot: .depth-of)
