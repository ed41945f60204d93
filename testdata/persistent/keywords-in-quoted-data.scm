;; options: line-breaks=persistent
(define arguments
  '(#:make-flags '("PREFIX=/usr")
     #:phases (modify-phases %standard-phases
                 (delete 'configure))
    #:tests? #f))
(define page
  '(:html (head (title "x"))
           (body (p "y"))))
