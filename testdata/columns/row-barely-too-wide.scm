;; options: line-breaks=persistent
;; A row that is a little too wide only with its gap stays as it is, like any such line of the author's. What does not fit elsewhere in the
;; list takes the column from nobody.
(let* ((len         (length lst))
       (indexed-lst (map cons (iota len) lst))
       (sorted-lst  (sort indexed-lst (lambda (item next) (< (cdr item) (cdr next))))))
  (cond ((vector? x) (error 'smooth "a message that is much too long for the line that it is on, and cannot be broken"))
        ((null?   x) len)
        ((pair?   x) sorted-lst)))
