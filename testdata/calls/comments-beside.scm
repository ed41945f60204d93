(list 1 ; one
      22 ; two

      ;; three
      333 ; three
      ;; no more
      )
