;; options: line-width=40
(define (update) (invoke "git" "pull" flag remote branch-name) (error "cannot pull from" remote branch-name))
