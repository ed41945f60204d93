;; Rows that fit on one line below, but not beside, do not decide which it is: once joined, they would not do so again.
(define-test (utf-8)
  (check-that
   (string->numbers "abc")
   (is numbers=?
       (list->numbers
        '(#x00 #x00 #x00 #x61
          #x00 #x00 #x00 #x62
          #x00 #x00 #x00 #x63)))))
