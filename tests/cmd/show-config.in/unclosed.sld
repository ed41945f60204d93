(define-library (a b)
  (import (chezscheme) (only (rnrs) car))
