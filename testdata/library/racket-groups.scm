#lang racket/base
(require racket/list racket/string
         (for-syntax racket/base
                     syntax/parse))
(provide
 make-shelf shelf-add!
 (struct-out shelf)
   (contract-out [shelf-size (-> shelf? natural?)]))
