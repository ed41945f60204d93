(use-modules (srfi srfi-1) (ice-9 match))
(use-modules (srfi srfi-1) (ice-9 match) ((ice-9 rdelim) #:select (read-line)) (ice-9 format))
