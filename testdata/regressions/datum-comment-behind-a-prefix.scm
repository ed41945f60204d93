;; options: line-breaks=keep
;; What is commented out behind a prefix is not the datum.
(a '#;(b)
  é )
(a '#;(b)
  é )
