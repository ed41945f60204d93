;; options: line-breaks=keep
(use-modules (gnu)
             (gnu home))
;; A configuration outside of Guix's own tree.
(home-environment
 (packages (specifications->packages '("git" "emacs")))
 (services
  (list (service home-bash-service-type
                 (home-bash-configuration
                  (guix-defaults? #t)
                  (aliases '(("ll" . "ls -l"))))))))
(operating-system
  (host-name "nest")
  (timezone "Europe/Berlin")
  (users (cons (user-account
                (name "robin")
                (group "users"))
               %base-user-accounts))
  (bootloader
   (bootloader-configuration
    (bootloader grub-bootloader)
    (targets '("/dev/sda")))))
(define-public songbook
  (package
    (name "songbook")
    (version "1.0")
    (arguments
     (list #:phases
           #~(modify-phases %standard-phases
               (add-after 'unpack 'tune
                 (lambda _
                   (substitute* "tune.c"
                     (("flat")
                      "sharp")))))))))
(define channel-of-songs
  (channel
   (name 'songs)
   (url "https://songs.example.org")))
(define-configuration player-configuration
  (volume
   (integer 5)
   "How loud it is."))
