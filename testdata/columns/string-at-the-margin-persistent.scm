;; options: line-breaks=persistent
;; A string of several lines that its author began in the first column stays there; one of one line does not.
(define (help)
    (display
"usage: paint COLOUR
       paint --help
")
    (display
"bye"))
