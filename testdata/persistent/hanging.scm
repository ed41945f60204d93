;; options: line-breaks=persistent
;; The lines of a list that hangs from the end of a line stay while that line does.
(if (ready? port) (begin
  (drain port)
  (poll (next port))))
(define (poll port) (let ((next (succ port)))
  (drain port)
  next))
(report-the-result-of-everything-there-is (first-port-that-is-ready all-the-ports) (lambda (port)
  (drain port)
  (poll (next port))))
(let loop ((port first))
    (if (ready? port) (begin
      (drain port)
      (loop (next port)))))
