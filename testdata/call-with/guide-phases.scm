;; options: line-breaks=keep
;; Guix's manual: what substitute* and the phases of a build change stands at two columns, their arguments before that.
(use-modules (guix build utils))
(modify-phases %standard-phases
  (add-after 'unpack 'fix-paths
    (lambda* (#:key inputs #:allow-other-keys)
      (substitute* "Makefile"
        (("/usr/bin")
         (bin inputs))))))
