;; options: line-breaks=keep
(defmacro when-let
  (lambda (test . body)
    `(if ,test
         (begin ,@body))))
