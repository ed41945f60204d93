;; options: line-breaks=keep
;; Riastradh's rules: what is in a begin that is alone on its line stands at two columns.
(begin
  (open-curtain)
  (play)
  (close-curtain))
