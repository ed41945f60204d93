;; options: line-breaks=keep
;; What is named like a `with-...` has a body only if lists alone follow its atoms.
(with-log "jobs"
  (run job)
  (report job))
(with-meta (table-of keys)
           #t
           (lambda (key) key))
(call-with-sandbox (lambda () (run job))
                   'limits
                   limits)
