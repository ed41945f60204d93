;; options: line-breaks=persistent line-width=20 wide-lines=break
(f (require _
"a longer string"
k: ((a 1) (b 2))))
