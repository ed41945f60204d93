   ;; indented at top level
(define a 1)
      ;;; a heading

 ; one
(define b 2)
