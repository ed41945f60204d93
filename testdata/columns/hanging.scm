;; options: line-breaks=keep
;; The lines of a list that hangs from the end of a line are indented from what begins that line, or from a list around it.
(define (poll port)
  (if (ready? port) (begin
    (drain port)
    ;; Then the rest.
    (poll (next port))))
  (let* ((kind (cond
           ((binary? port) 'binary)
           (else 'text)))
         (size 0))
    (report kind (lambda (text)
      (display text)
      (newline)))))
#;(define (close port)
  (drain port)
  (shut port))
(names (""
  open
  close))
;; Not if they are indented from their own bracket or not alike, nor bindings.
(if (empty? port) (begin
                    (close port)
                    (open port)))
(if (empty? port) (begin
  (close port)
      (open port)))
(let ((a 1)
  (b 2))
  (+ a b))
