;; options: line-breaks=keep dialect=racket
(define-struct: (a) Box ([value : a]
                         [other : a])
  #:transparent)
(for/list: : (Listof Real)
           ([x : Real xs]
            [y : Real ys])
  (+ x y))
(match: c
  [(clause p) p])
(pdefine: (a) (rank [h : (Heap a)]) : Real
  (if (empty? h)
      0
      (node-rank h)))
(set! flags (?: (> a 1)
                (f a)
                (g a)))
(primitive/type: 'add1
                 (lambda (z) (+ z 1)))
(fields: (port env-port)
 (row env-row))
(open port: 1
      mode: 2)
