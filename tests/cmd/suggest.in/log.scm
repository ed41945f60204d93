;; A log, with a lock around each of its files.

(define (log-line! log level text)
  (locking (log-mutex log)
    (write-string-within (log-columns log)
                         (string-append (level-name level) ": " text)
                         (log-port log))
    (newline (log-port log))
    (flush-output-port (log-port log))))

(define (log-rotate! log)
  (locking (log-mutex log)
    (close-port (log-port log))
    (rename-file (log-path log) (string-append (log-path log) ".old"))
    (set-log-port! log (open-output-file (log-path log)))))

(define (log-close! log)
  (locking (log-mutex log)
    (write-string "this log is closed, and nothing more is written" (log-port log))
    (close-port (log-port log))))
