(define-record-type <configuration> #f configuration? (directory configuration-directory set-configuration-directory!) (verbose? configuration-verbose?))
