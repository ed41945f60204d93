;; options: line-breaks=keep
;; Cyclone, schemewiki: a short operator has its operands under the first, too.
(+ (sqrt price)
   (* rate years)
   fee)
