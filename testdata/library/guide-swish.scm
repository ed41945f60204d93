;; options: line-breaks=keep
;; Swish's standard: exports and imports begin below, at one column, in their order.
(library (shop till)
  (export
   close-till
   open-till)
  (import
   (chezscheme)
   (swish erlang))
  (define (open-till)
    'open))
