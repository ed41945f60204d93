;; options: line-breaks=keep
;; An opening bracket ends its line where the author had it so; no line is joined.
(define colours '(
  red
  green))

(let* (
    [name (read-name)]
    [port (open name)])
  (read port))
