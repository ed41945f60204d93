;; Automatically generated; do not edit.
(f   x)
