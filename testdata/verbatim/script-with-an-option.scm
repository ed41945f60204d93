#!gsc -:dq-
;; An option on the first line makes it one for the system, whatever program it names.
(define answer 42)
