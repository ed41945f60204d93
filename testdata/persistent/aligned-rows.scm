;; options: line-breaks=persistent
(define-instruction (halt)    #x00)
(define-instruction (load x)  #x01)
(define-instruction (add x y) #x02)

(define table
  '((port    (default   80) number)
    (host    (fallback  "") string)
    (timeout (otherwise 30) number)))

(send window resize
      #:width   640
      #:height  480
      #:painter (lambda (canvas)
                  (fill canvas
                        'white)))

(cond ((string? port)    (open-string port))
      ((procedure? port) (open-procedure port))
      (else              (call-with-port port
                           open)))

(cond
 ((string?    port) (read-all (open-string
                               port)))
 ((procedure? port) (read-all port)))

(vector 1   20
        300 4)
