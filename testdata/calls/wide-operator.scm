(define (f)
  (let ((x (foo)))
    (when x (set-record-type-printer! <job> (lambda (job port) (simple-format port "#<job: ~a>" (job-command-line job)))))))
