;; options: style.blank-lines=1
(define a 1)


; why
(define b 2)



;;; A heading


(c)
(d)

(e)
