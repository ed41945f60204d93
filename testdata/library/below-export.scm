;; options: line-breaks=keep
(define-library (queue)
  (export
    make-queue
    queue?)
  (import
    (scheme base)
    (scheme write)))
