(define* (scm->json scm #:optional (port (current-output-port)) #:key (solidus #f) (unicode #f) (null 'null)) (build scm))
(define (sys-find-file name :key (paths (cond ((sys-getenv "PATH") => (cut string-split <> #\:)) (else '()))) pred extensions) (find name))
