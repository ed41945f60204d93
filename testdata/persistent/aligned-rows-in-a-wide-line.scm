;; options: line-breaks=persistent
(define (f lst)
  (let* ((len         (length lst))
         (indexed-lst (map cons lst (iota len and-so-on further and further aaaaaa)))
         (sorted-lst  (sort indexed-lst less?)))
    (g sorted-lst)))
