;; options: line-breaks=persistent
;; The lines of the author stay where breaking them would remove little of the excess.
(define (check shape)
  (unless (shape? shape)
    (complain-loudly 'check "this, ladies and gentlemen, this is what was given, and nobody could ever draw it, whatever brush or colour is chosen by whom and why:" shape)
    (complain-softly 'check "this is what was given, and it is no shape for any brush:" shape #t))
  (compare "a text that is too long for its line, however the list that it is in is broken" '()
           shape)
  (let ((sides (parts-of shape))
        (of-shape (matching-texts "a text on two lines, of which the first is longe
r than others")))
    (when (not (equal-sides? (apply all-the-sides-of append sides)
                             (make-all-sides (apply my-own-product-of-intervals (map size-of sides))
                                             list)))
      (draw shape))))
