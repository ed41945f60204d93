;; options: line-breaks=persistent
;; What stood on one line stays whole if the second item goes below the first.
(define (read-all pointer)
  (make-bytes (pointer->bytevector pointer (descriptor-size struct) (the-offset-of pointer))
              0
              struct))
(let* ((internal-target (string-append (assoc-ref inputs "fhs-internal-directory")
                                       "/bin/" (internal-name container name) "/" name))
       (b 1))
  b)
;; Not where it would be too wide below as well.
(make-bytes (pointer->bytevector pointer (descriptor-size struct) (the-offset-of pointer) more)
            0)
;; The keyword of a header goes to the next line if only there its value fits.
(define* (start-the-server-of-this-program name)
  name)
(define* (start-the-server #:key (socket-to-listen-on (make-tcp-server-socket #:port 37146)))
  (serve port))
