;; Calls that are broken at 72 columns; Emacs fills to 78.
(display-line
 (add-all-together the-first-number-10 the-second-number-10xx))
(display-line
 (add-all-together the-first-number-11 the-second-number-11xxx))
(display-line
 (add-all-together the-first-number-12 the-second-number-12))
(display-line
 (add-all-together the-first-number-13 the-second-number-13x))
(display-line
 (add-all-together the-first-number-14 the-second-number-14xx))
(display-line
 (add-all-together the-first-number-15 the-second-number-15xxx))
(display-line
 (add-all-together the-first-number-16 the-second-number-16))
(display-line
 (add-all-together the-first-number-17 the-second-number-17x))
(display-line
 (add-all-together the-first-number-18 the-second-number-18xx))
(display-line
 (add-all-together the-first-number-19 the-second-number-19xxx))
(display-line
 (add-all-together the-first-number-20 the-second-number-20))
(display-line
 (add-all-together the-first-number-21 the-second-number-21x))
