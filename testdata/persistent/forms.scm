;; options: line-breaks=persistent
;; A form that is broken anywhere stays so, in the columns of its form.
(if (null? items) '()
    (car items))
(let ((x 1)
      (y 2)) (+ x y))
(when ready (start)
  (wait))
;; The first clause of a `cond` stays where it is; what is below, in the column of the file.
(cond
  ((null? items) '())
  (else items))
(cond ((null? items) '())
   (else items))
;; So does the value of a binding, below its name or beside it.
(let ((a-name
        (f x))
      (another-name (lambda (x)
                      (f x))))
  (g a-name another-name))
;; And a list below its operator.
(for-each
    (lambda (item)
      (display item))
    items)
(for-each (lambda (item)
    (display item))
    items)
;; A break within the items that stay on the first line counts only from the second one on.
(define
  x 5)
(let loop
    ((i 0))
  (loop (+ i 1)))
(lambda (first second
         third)
  first)
;; An only argument stays beside its operator, too.
(with-foo (list

1))
;; A list that would stay on the first line of a form stays below where the author put it, but no atom does.
(when
  (ready? job)
    (run job))
(if
  (ready? job) (run job)
  (wait))
(when
  ready (run job))
;; So does the producer of `call-with-values`, beside its operator as well.
(call-with-values (lambda () (floor/ x y))
  (lambda (q r)
      q))
(call-with-values
  (lambda () (floor/ x y))
  (lambda (q r)
      q))

; The names of a module below the operator.
(define-library (quay)
  (export
    moor)
  (import
    (only (harbour) dock)))
