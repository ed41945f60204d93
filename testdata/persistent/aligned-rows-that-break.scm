;; options: line-breaks=persistent line-width=60 wide-lines=break
(check
 (pp `(same? (* ,inexact    ,exact)     ,inexact))
 (pp `(same? (* ,inexact (- ,exact)) ,(- inexact-and-more))))
