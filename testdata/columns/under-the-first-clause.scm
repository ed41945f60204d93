;; options: line-breaks=keep
;; Clauses under the first one, which is beside the operator, stay there.
(define (kind of)
  (let ((size (measure of (case of ((small) 1)
                                   ((large) 2)
                                   (else    0)))))
    size))
(case of  ((small) 1)
          ((large) 2))
