;; options: line-width=60 style.call-atoms=one-per-line
(assertion-violation 'who "the message of it" minimum maximum left right)
