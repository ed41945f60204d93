;; options: line-width=80

(f (f (f (f (f (f (f (f (f (f (f (fff (with-a-lock1 (lambda (e) (do-one-thing e) (do-two-thing e)) (three))))))))))))))

(f (f (f (f (f (f (f (f (f (f (f (ffff (with-a-lock1 (lambda (e) (do-one-thing e) (do-two-thing e)) (three))))))))))))))

(f #:k23456789012345678901234567890123456789012 (abcde xxxxxxxxxxxxxxxx yyyyyyyyyyyyyyyy))

(f #:k23456789012345678901234567890123456789012 (abcdef xxxxxxxxxxxxxxxx yyyyyyyyyyyyyyyy))
