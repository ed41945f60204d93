;; options: line-breaks=keep
;; The canonical layout of the first list, which stays; the author's call, which stays, too.
(with-foo ; why
    bar
  (body))
(with-foo
 bar
 body)
