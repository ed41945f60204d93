;; options: line-breaks=keep dialect=r7rs
(list #T #XFF 1E3
      '#\X41  2) ; one   
(let ((p     1)
      (quux  2))
  ;; two  
  (f p
        quux))
