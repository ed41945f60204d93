; scheme48 names the type with a colon: no keyword, and no value follows it.
(define-record-type placeholder :placeholder (make-placeholder queue waiting) placeholder? (queue placeholder-queue set-placeholder-queue!))
(define-synchronized-record-type placeholder :placeholder (really-make-placeholder priority queue) (priority queue) placeholder? (queue placeholder-queue set-placeholder-queue!))
(define-record-type point :point #f point?)
