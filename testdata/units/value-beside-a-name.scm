;; options: line-width=40
;; Beside a name, a value or parameters go on below.
(let1 words (filter long? (split-into-words sentence)) (display words))
(rlet1 table (make-hash-table 'string=?) (fill! table))
