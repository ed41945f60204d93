;; options: line-width=40

(define-inst copy-block size size-type from to)

(define-ea indexed base offset oscale index iscale)

(prim-test "basic" '(1 . 2) (lambda () (cons 1 (with-error-handler (lambda (e) 2) (lambda () (car 2))))))
