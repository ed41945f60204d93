(use-modules (guix packages))
;; Quoted arguments hold code.
(define-public foo
  (package
    (name "foo")
    (arguments
     '(#:tests? #f
       #:phases
       (modify-phases %standard-phases
         (add-after 'unpack 'fix
           (lambda* (#:key inputs #:allow-other-keys)
             (substitute* "a" (("b") (assoc-ref inputs "c")))
             #t)))))))
