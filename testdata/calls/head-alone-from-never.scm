;; options: line-width=40 style.head-alone-from=never
(a-long-operator (alpha beta gamma) (delta epsilon zeta et))
(a-long-operator (alpha beta gamma) an-atom-that-is-too-wide)
