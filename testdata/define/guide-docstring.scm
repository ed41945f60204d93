;; options: line-breaks=keep
;; Guix's manual: a procedure has a documentation string, which stands in its body.
(define (weigh parcel)
  "Return the weight of PARCEL in grams."
  (* 1000 (kilograms parcel)))
