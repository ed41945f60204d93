;; options: line-breaks=keep
;; A closing bracket alone stays below a blank line, where more is to be written.
(comment
 (run)

 (get-state)

 )
(##namespace (""

              six.infix
              f


              ))
