;; options: line-breaks=keep
;; schemewiki: the value of a variable that begins below its name stands at two columns.
(define default-greeting
  (string-append "Hello, "
                 user-name))
