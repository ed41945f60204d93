;; options: line-breaks=persistent rows=canonical dialect=racket
(de(syntax-parse()[(gpaa(
otes(a a ag(gaa p(aa aaaa(oaaa))e a a aaa a r(a aaaad(taaa aaaaaaaaa ae))e a a)))a)]))
