;; options: line-breaks=keep
(define-server-impl fibers
  open-server
  close-server)

(define-server-impl fibers
    open-server
  (lambda () 1))

(def hash-table?
  HashTable?)
