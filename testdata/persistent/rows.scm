;; options: line-breaks=persistent
;; Rows stay, whatever the form.
(let ((x 1)) (start) (wait)
  (stop))
(test "a name" '(1 2 3)
   (f 1))
;; So does what has several lines, beside others.
(build size (lambda (i)
         (f i)))
;; A body continues under its first form.
(begin (start)
    (stop))
(case x
  ((a) (start)
        (stop)))
;; In a procedure, too, but its first form begins a line.
(define (f) (start)
  (wait) (stop))
;; A value stays below its keyword, too.
(make-thing #:size
            10)
;; Aligned pairs stay aligned.
(case state
  ((pass)  "passed")
  ((xfail) "failed")
  (else    "no result"))
;; A comment after the operator puts the body below it.
(begin ; first
  (start)
  (stop))
;; A keyword stays in its row with a value of several lines.
(paint canvas wall #:with (lambda (brush)
                            (dip brush)))
