;; options: indentation=tabs
(define links
	(set
		(link (node "a")
			(node "b"))
		(link (node "c")
				(node "d"))))

(define (count links)
	(if (null? links)
		0
		(+ 1 (count (cdr links)))))
