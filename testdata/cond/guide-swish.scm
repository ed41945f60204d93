;; options: line-breaks=keep
;; Swish's standard: the clauses of a cond begin below the keyword, at one column.
(import (swish erlang))
(cond
 [(empty? queue) 'none]
 [else (head queue)])
