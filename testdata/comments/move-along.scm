;; options: line-breaks=keep
;; Comments in one column move along with their code if that leaves no room there; a line without one does not part them.
(define (start queue)
  (let ((entry
     (make-entry
       'first 'second 'third  ; its names
       (now)                  ; when it was made
       queue
       -1)))                  ; not yet started
    entry))
