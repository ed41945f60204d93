;; options: line-breaks=persistent
;; A row that is too wide for its gaps takes those from no row that is only a little wider than usual.
(let ((table (make-table)))
  (set-row! table 'identity    (make-primitive **identity-primitive         1 #t))
  (set-row! table 'not         (make-primitive **not-primitive              1 #t #t))
  (set-row! table 'eof-object? (make-primitive **eof-object?-primitive      1 #t #t))
  (set-row! table 'or          (make-primitive **boolean-or-more-primitives 1 #t #t 4 5))
  table)
