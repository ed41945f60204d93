;; options: line-breaks=persistent
;; Two quoted names or more stay with their values where lists stay broken.
(define (export-all host token)
  (export-the-records-of host token 'forms forms 'records records 'events events 'type "all")
  (error 'export "there is nothing to be exported" host token 'forms forms (list-forms) 3)
  (make-table
   'document (make-table 'name name)
   'position (make-table 'line (line-of the-cursor) 'character (character-of the-cursor) 'x 1)))
(define-action-public (&help-for-keys #:label (G_ "Show All Keys")
                                      #:icon "the-picture-of-a-keyboard-with-keys")
  (run-callback help-for-keys))

; A pair on a line of its own is not broken for its width.
(define paths
  '(("EDITOR" . "ed")
    ("PATH" . "$HOME/.bin:$HOME/.local/bin:$HOME/.rust/bin:$HOME/.guix-profile/bin:$PATH")
    ("DIRS" . "$HOME/share")))
