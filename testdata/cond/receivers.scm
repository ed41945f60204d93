(cond ((assv 'b '((a 1) (b 2))) => cadr) (else #f))
(cond ((find-the-entry-for-key-in-table key table) => (lambda (entry) (set-entry-count! entry (+ (entry-count entry) 1)) entry)) (else (make-entry key)))
