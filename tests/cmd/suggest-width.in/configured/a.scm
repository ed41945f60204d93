;; Calls that are broken at 72 columns, whatever the configuration says.
(display-line
 (add-all-together the-first-factor-10 the-second-factor-10xx))
(display-line
 (add-all-together the-first-factor-11 the-second-factor-11xxx))
(display-line
 (add-all-together the-first-factor-12 the-second-factor-12))
(display-line
 (add-all-together the-first-factor-13 the-second-factor-13x))
(display-line
 (add-all-together the-first-factor-14 the-second-factor-14xx))
(display-line
 (add-all-together the-first-factor-15 the-second-factor-15xxx))
(display-line
 (add-all-together the-first-factor-16 the-second-factor-16))
(display-line
 (add-all-together the-first-factor-17 the-second-factor-17x))
(display-line
 (add-all-together the-first-factor-18 the-second-factor-18xx))
(display-line
 (add-all-together the-first-factor-19 the-second-factor-19xxx))
(display-line
 (add-all-together the-first-factor-20 the-second-factor-20))
(display-line
 (add-all-together the-first-factor-21 the-second-factor-21x))
