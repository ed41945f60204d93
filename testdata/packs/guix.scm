(define-module (gnu packages hello) #:use-module (guix packages))
(define-public hello (package (name "hello") (version "2.10") (source (origin (method url-fetch) (uri "mirror://gnu/hello")))))
(define-public hello-full (package (inherit hello) (inputs `(("gettext" ,gettext) ("libunistring" ,libunistring))) (native-inputs `(("gettext" ,gettext))) (propagated-inputs `(("gettext" ,gettext) ,@(package-propagated-inputs hello)))))
(define (inputs-of source) `(,@(if source (list source (source-of-the-patches source)) '()) ,@inputs ,@(standard-packages)))
