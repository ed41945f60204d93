(use-modules (gnu home services))
;; A field is one whatever form has its name.
(define extension
  (emacs-extension (port 80) (package (specification->package "emacs-next-with-many-features-that-are-not-in-the-other"))))
(define configuration
  (emacs-configuration (package (if (terminal-only?) emacs-without-windows emacs-with-many-windows-and-icons)) (extra 1)))
(define head `(head (link (@ (rel "stylesheet") (href ,(guix-url "static/base/css/navigation-bar.css")) (title "main")))))
