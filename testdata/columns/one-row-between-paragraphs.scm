;; options: line-breaks=keep
(define-key key-of-the-menu       1)
(define-key key-of-the-left-arrow 2)

(define-key key-of-a-page         3)
;; the others
(define-key key-of-the-end        4)
