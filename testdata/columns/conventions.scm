;; options: line-breaks=keep
;; Lines stay in a column that a convention gives, though too few lists show it.
(for-each
    (lambda (x)
      (display x))
  items)
(define-values
  (a b c) x)
(define lists
  (match-lambda
   ((a) (f a))
   ((a b) (g a b))))
(call-with-output-string ()
  (lambda (port)
    (display 1 port)))
`(defun f ()
   (if (x)
       (a)
     (b)))
(visit tree
  (lambda (node)
    (f node)))
(visit
 tree
 node)
(case x
  ((a)
    (f)
    (g)))
(call-with-values (lambda () (f x))
                  (lambda (a b)
                    (+ a b)))
(with-everything open x
                 (f x))
(begin0 (read port)
  (close-port port))
(when (ready? x)
      (start x)
      (stop x))
(let-fluid x
  (f))
(cond
  ((null? items) '())
  (else items))
(and
  (f x)
  (g x))
(call-with-values
 (lambda () (f x))
 (lambda (a b) (+ a b)))
(case x
 ((a) (f))
 (else (g)))
(let ((name
        (f x)))
  name)
(match form
  (('library (name ...)
     body ...)
   (list name body)))
(and (ready? x)
  (start x))
(make+start thing (a b)
  a
  b)
