(define (job->list id job)
  (list 'id id
        'pid (job-pid job)
        'status (status->verbose (job-status job))
        'command (job->string job)))
(define (names)
  (list first-name second-name
        third-name fourth-name
        fifth-name sixth-name-that-is-very-long-indeed))
