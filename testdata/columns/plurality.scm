;; options: line-breaks=keep
;; No list of this file follows the rule for an operator alone on its line, so most of them decide.
(library (shelf)
  (export
    make-shelf
    shelf?
    books)
  (import
    (rnrs)
    (books)))
(exit
  (and
    (shelf? a)
    (shelf? b)))
(and
   (shelf? a)
   (shelf? b))
(and
  (shelf? b)
  (shelf? c))
