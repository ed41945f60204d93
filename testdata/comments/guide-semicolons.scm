;; options: line-breaks=keep
;;;; Riastradh's rules, schemewiki: four semicolons head a file, three a section.
;;; Prices

;; Two stand above what they are about, where that is indented to.
(define (price item)
  ;; Taxes are added later.
  (* (weight item) ; one beside it
     (rate item)))
