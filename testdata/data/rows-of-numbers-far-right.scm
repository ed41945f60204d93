;; options: line-width=40
;; Rows of numbers stay whole where the last one ends beyond the width, since what filling gives would be rows no more.
(check-that (equal? (bytes-of sample) '#u8(8 15 16
 23 42 108 116 132 144 150))
  (display "four"))
