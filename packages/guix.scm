;;; A package for Guix: `guix package -f packages/guix.scm` in a clone.
;;; Not run yet: its form is right, but nobody has built it.  Guix builds without a network, so that whoever packages it adds the
;;; crates of Cargo.lock as inputs: `guix import crate --lockfile=Cargo.lock schemefmt` writes them.
(use-modules (guix packages)
             (guix gexp)
             (guix build-system cargo)
             (guix git-download)
             ((guix licenses) #:prefix license:)
             (ice-9 rdelim)
             (ice-9 regex))

(define source-folder (dirname (dirname (current-filename))))

;; The version stands in one place.
(define manifest (string-append source-folder "/Cargo.toml"))
(define version-of-manifest
  (let ((text (call-with-input-file manifest read-string)))
    (match:substring (string-match "\nversion = \"([^\"]+)\"" text) 1)))

(package
  (name "schemefmt")
  (version version-of-manifest)
  (source (local-file source-folder
                      #:recursive? #t
                      #:select? (git-predicate source-folder)))
  (build-system cargo-build-system)
  (arguments
   (list #:install-source? #f
         #:phases
         #~(modify-phases %standard-phases
             (add-after 'install 'install-manual
               (lambda _
                 (let ((man (string-append #$output "/share/man/man1"))
                       (program (string-append #$output "/bin/schemefmt")))
                   (mkdir-p man)
                   (define (write-page name . arguments)
                     (with-output-to-file (string-append man "/" name ".1")
                       (lambda ()
                         (apply invoke program "man" arguments))))
                   (write-page "schemefmt")
                   (for-each (lambda (command)
                               (write-page (string-append "schemefmt-" command)
                                           command))
                             '("init" "repair" "merge" "completions" "man" "schema" "lsp"))))))))
  (home-page "https://github.com/schemefmt/schemefmt")
  (synopsis "Formatter for Scheme source code")
  (description
   "Schemefmt lays out Scheme source code in one canonical form.  Every output is compared with its input, token by token and
comment by comment, before a byte is written.")
  (license (list license:expat license:asl2.0)))
