;; No short list is broken if the operator can be alone instead.
(define x
  (set (string-split-all (get-environment-variable "C_PATH_AND_MORE_OF_IT") the-chars)
       1))
(define (f)
  (fcntl-it (port (current-port-of-the-program)) F_SETFL (logior O_NONBLOCK (fcntl port F_GETFL))))
(define* (start-the-server #:optional (port (make-tcp-server-socket #:port 37146)))
  (serve port))
;; Several bodies of a procedure are never on one line.
(await (lambda ignore (resume) #f))
;; What is commented out takes no line from the next clause.
(cond #;((a) 1) ((b) 2)
      (else 3))
