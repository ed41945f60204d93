;; options: line-width=20

; Below the operator, the first fits, with the brackets after it, and the second does not.
(begin (first-message "0123456789012"))
(begin (first-message "01234567890123"))

(begin (first-message "01234567890123") x)
(begin (first-message "012345678901234") x)

(begin (first-message _"0123456789012345"))

; Only strings stay.
(begin (first-message a-name-as-long-as-this))
(begin (first-message '("0123456789012345")))

; With another argument, the choice is by width.
(begin (first-message "012345678901234" x))
