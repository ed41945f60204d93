;; options: line-breaks=keep
(let ((x 1)) #;(dbg) (foo)
                     (bar))

(let ((x 1)) (foo)
             (bar))
