;; options: line-width=30 dialect=racket
(defmodule #:require-form req #:multi (bbb)
  t)

(defmodule #:require-form req mmmmmmmm bbb
  t)
