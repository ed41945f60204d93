;; options: line-breaks=keep dialect=r7rs literals=normalize alignment=collapse
(list #T #XFF 1E3
      '#\X41   2) ; one   
(let ((p     1)
      (quux  2))
  (f p
        quux))
