;; options: line-width=80

(f #:k23456789012345678901234567890ab (with-a-lock1 (lambda (e) (do-one-thing e) (do-two-thing e)) (three)))

(f #:k23456789012345678901234567890abc (with-a-lock1 (lambda (e) (do-one-thing e) (do-two-thing e)) (three)))

(f #:k23456789012345678901234567890123456789012 (abcde xxxxxxxxxxxxxxxx yyyyyyyyyyyyyyyy))

(f #:k23456789012345678901234567890123456789012 (abcdef xxxxxxxxxxxxxxxx yyyyyyyyyyyyyyyy))
