;; options: line-breaks=persistent line-width=30
(([](call-with-values
         #;z) 1)())
