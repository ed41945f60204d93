;; options: line-breaks=persistent
(define size 1) ; of a page
(define rest 'other) ; not aligned
(define a 1)      ; aligned
(define bbb 22)   ; with this one
(define c 3)   ; apart
(list a    ; one
      bbb   ; two
      c     ; three
      )
(define size 1)  ; aligned
  (define left   ; across lists
    (f size))
