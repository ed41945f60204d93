(define (reset! state)
  (atomic-box-update! state (lambda (alist) (write-log alist) (remove-tests alist)))
  (atomic-update! state (lambda (alist) (write-log alist) (remove-tests alist))))
