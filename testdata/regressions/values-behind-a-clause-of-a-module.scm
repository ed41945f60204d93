;; options: line-breaks=persistent style.body-indent=3 line-width=23
(define-module()
  a:()
  dae((((((" aaa"))))))""
  ())
