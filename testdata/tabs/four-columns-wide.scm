;; options: line-breaks=keep
(define (expand rules table)
  (let loop ((rules rules)
			 (table table))
	(if (pair? rules)
		(loop (cdr rules)
			  (cons (car rules)
					table))
		table)))

(define (slip a)
  (list a
		 a
		(car a)
		(cdr a)))
