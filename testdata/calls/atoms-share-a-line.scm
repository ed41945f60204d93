;; options: line-width=60
(assertion-violation 'who "the message of it" minimum maximum left right)
(hash-table-update! table (key-of entry) first second third (lambda (old) (cons entry old)))
(list (string-append "the first part of a text" "the second part of it" name suffix))
(make-the-object #:name name #:size (compute-the-size of it) #:colour red green)
(cons* first-element second-element third-element fourth-element)
(f (the first of the lists) "a message of thirty columns:" a "a message of thirty-one cols:" a 'quoted "string" #\c 12 #(a vector) symbol (the last of the lists))
(list 'first-symbol 'second-symbol 'third-symbol 'fourth-symbol)
(vector first-element second-element third-element fourth-one)
