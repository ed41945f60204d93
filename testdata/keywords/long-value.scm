;; options: dialect=guile
(package (name "hello") (inputs (list glibc)) (arguments (list #:tests? #f #:phases #~(modify-phases %standard-phases (add-after 'unpack 'patch (lambda _ (substitute* "Makefile" (("/bin/sh") (which "sh")))))))))
