;; options: line-breaks=persistent
;; An arm of an `if` stays under the other one, and what takes the value of a test under its `=>`.
(write (if object "true"      ; yes
                  "false"))   ; no
(cond
  ((assv key table) =>
                    (lambda (entry)
                      (cdr entry)))
  (else =>
        usage))
(define scale (if (>= width height) (/ 3 2)
                 (/ 2 3)))
