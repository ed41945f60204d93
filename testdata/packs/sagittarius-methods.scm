;; options: dialect=sagittarius line-breaks=keep
(define-method mac-state ((m (eql *gmac*)) (key <bytevector>)
          :key ((cipher block-cipher?) *aes*)
               ((iv bytevector?) #f))
    (make <mac>
      :cipher cipher
      :next (^[] iv)))
(define-method userauth-request
    ((m (equal +public-key+)) transport packet)
  (foo m))
