;; Calls that are broken at 72 columns.
(display-line
 (add-all-together the-first-amount-10 the-second-amount-10xx))
(display-line
 (add-all-together the-first-amount-11 the-second-amount-11xxx))
(display-line
 (add-all-together the-first-amount-12 the-second-amount-12))
(display-line
 (add-all-together the-first-amount-13 the-second-amount-13x))
(display-line
 (add-all-together the-first-amount-14 the-second-amount-14xx))
(display-line
 (add-all-together the-first-amount-15 the-second-amount-15xxx))
(display-line
 (add-all-together the-first-amount-16 the-second-amount-16))
(display-line
 (add-all-together the-first-amount-17 the-second-amount-17x))
(display-line
 (add-all-together the-first-amount-18 the-second-amount-18xx))
(display-line
 (add-all-together the-first-amount-19 the-second-amount-19xxx))
(display-line
 (add-all-together the-first-amount-20 the-second-amount-20))
(display-line
 (add-all-together the-first-amount-21 the-second-amount-21x))
