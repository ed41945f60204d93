(library (c)
  (export one)
  (import (only (rnrs) define-record-type a-name another-name one-more-name)
          (c local))
  (define-record-type one
    (fields first (mutable second second-of set-second!) (immutable third))))
