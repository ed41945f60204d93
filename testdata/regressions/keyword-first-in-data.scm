(define-fragment callback
  '(entry:
             (push rbx) ; a comment
    end:))
