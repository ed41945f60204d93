;; options: line-breaks=keep
(define size 1) ; of a page
(define rest 'other) ; not aligned
(define a 1)      ; aligned
(define bbb 22)   ; with this one
(define c 3)   ; apart, after three blanks
(define d 4)	; after a tab
(list a
        b   ; gaps stay
     bbb c    ; here too
 d  ; shared
 e  ; here
   (f	; one tab
    g	; another one
   ))
