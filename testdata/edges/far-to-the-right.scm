;; options: line-width=80

(f #:k234567890123456789012345678 (with-a-lock1 (lambda (e) (do-one-thing e) (do-two-thing e)) (three)))

(f #:k2345678901234567890123456789 (with-a-lock1 (lambda (e) (do-one-thing e) (do-two-thing e)) (three)))

(f #:k2345678901234567890123456789012345678 (abcde xxxxxxxxxxxxxxxx yyyyyyyyyyyyyyyy))

(f #:k2345678901234567890123456789012345678 (abcdef xxxxxxxxxxxxxxxx yyyyyyyyyyyyyyyy))
