(define-module (a) ; the module
  ;; lists
  #:use-module (srfi srfi-1) ; fold

  ;; exports
  #:export (b ; first
            ;; second
            c)
  ;; end
  )
