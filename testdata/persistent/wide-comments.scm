;; options: line-breaks=persistent
(define libraries
  '((alpha "1.0")                       ; needed to decode whatever the others send
    (beta "2.1")                        ; needed to encode it for all of them again, too
    (gamma "0.3")))                     ; wanted by its friends
