;; options: line-breaks=keep
;; A body beside the test of its clause continues where the author has it: under its first form or, if all of it is, under the test.
(cond [(eof? c) (close port)
                (finish)]
      [(quote? c) (read-char port)
       (scan port)]
      [(newline? c) (read-char port)
         (scan port)])
