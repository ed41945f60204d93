;; options: line-breaks=keep alignment=collapse
(begin ; why
       (f)    ; what
  (g))
    (begin ;
           ();
      ())
