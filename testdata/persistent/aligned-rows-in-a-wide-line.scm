;; options: line-breaks=persistent
;; A line of the author's that is a little too wide takes the columns from no other.
(define (f lst)
  (let* ((len         (length lst))
         (indexed-lst (map cons lst (iota len and-so-on further and further aaaaaa)))
         (sorted-lst  (sort indexed-lst less?)))
    (g sorted-lst)))
