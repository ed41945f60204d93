;; options: line-breaks=persistent
(define snippet
  '(for-each delete-file
             (list "libraries/annotations.js"
                   "libraries/messages.js")))
(define too-wide
  '(for-each delete-file
    '("libraries/annotations-for-everybody-that-reads.js"
      "libraries/messages.js")))
