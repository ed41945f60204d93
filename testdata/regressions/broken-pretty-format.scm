;; options: line-width=30
(pretty-format
 'with-a-name-that-is-rather-long
 '(_ e #f e ...))
(with-a-name-that-is-rather-long x (do-this) (and-that))
