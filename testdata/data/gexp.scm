;; options: dialect=guile
#~(begin (use-modules (guix build utils)) (mkdir-p #$output) (copy-recursively #$(file-append source "/doc") (string-append #$output "/share/doc")))
