;; options: style.clause-bodies=2
(define (next-token port)
  (let ((the-first-character-of-it
         (with-port-locked port (lambda (port) (peek-char port) (read-char port)))))
    (guard (problem
            ((read-error? problem)
             (report-problem port problem)
             (next-token port)))
      (cond ((eof-object? the-first-character-of-it)
             (close-port port)
             'end)
            (else
             (case the-first-character-of-it
               ((#\( #\))
                (set! depth (+ depth 1))
                'bracket)
               (else
                (unread-char the-first-character-of-it port)
                'atom)))))))

(define-syntax while
  (syntax-rules ()
    ((_ condition body ...)
     (let loop () (when condition body ... (loop))))))
