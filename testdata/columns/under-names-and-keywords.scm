;; options: line-breaks=keep
;; A value stays under its keyword, and names stay under the first one of an import set if all do.
(import
  (only (shapes basic)         area circle
                               square triangle)
  (only (shapes basic numbers) pi tau)
  (only (shapes text)          draw
           erase))
(apply install
       `(,@arguments #:flags
                     (list (string-append "PREFIX=" out))))
