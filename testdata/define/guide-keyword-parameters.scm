;; options: line-breaks=keep
;; Guix's manual: a procedure of many parameters has keywords; they go under the first parameter.
(define* (send-parcel parcel address
                      #:key (express? #f)
                      (insured? #f))
  (ship parcel address express? insured?))
