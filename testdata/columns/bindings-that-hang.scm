;; options: line-breaks=persistent
(define (f document)
  (let* ([node (root document)]
      [children (children-of node)]
      [names (map (lambda (child)
                    (name child))
          children)])
    (let loop ([rest names]
        [found '()])
      (if (null? rest)
          found
          (let ([first (car rest)]
              [others (cdr rest)])
            (loop others (cons first found)))))))

(define (g a)
  (let ([b a]
        [c a])
    (list b c)))
