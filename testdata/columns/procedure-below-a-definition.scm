;; options: line-breaks=keep
;; The only argument of what is named like a definition may be a procedure.
(define-hook
  (lambda (request response)
    (let ((path (request-path request)))
      (log-request path)
      (send response (find-page path)))))
