(let1 p1 (sys-readlink path) (resolve (if (absolute? p1) '() p1) (decompose p1)))
(rlet1 fdset (make <sys-fdset>) (for-each (cut sys-fdset-set! fdset <> #t) ports))
(if-let1 task (dict-get queue task-id #f) (begin (run task) (remove! task)) (report-missing-task task-id))
