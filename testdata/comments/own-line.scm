(define (f x)
    ; one semicolon
  ;; two
        ;;; three
  ;;;; four
  (g x))
