(define alist '((first-key . first-value) (second-key . (second value)) (third-key third . value)))
(define d '(first-element-of-the-list second-element-of-the-list third-element-of-the-list . the-tail))
