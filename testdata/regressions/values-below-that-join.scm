;; options: line-breaks=persistent
[test-group
l](cond(e  ())(()  ()))
