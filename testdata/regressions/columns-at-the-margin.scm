;; options: line-breaks=persistent
(()
(one              a)
(three            b)
(four             c)
(eleventwelve   d)
 (eleventwelv  bcd))
