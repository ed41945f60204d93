(set! *handlers* (cons (cons name (lambda (request) (dispatch name request))) (alist-delete name *handlers*)))
