;; options: line-breaks=keep
;; An argument at +4 before a body at +2, whether others are beside the operator or none.
(define (check path)
  (call-with-file-of-my-own path
      (lambda (port)
        (read-all port))
    (list path)
    (list 1 2))
  (test (length path)
      expected-result
    (fmt #f (num path))))
