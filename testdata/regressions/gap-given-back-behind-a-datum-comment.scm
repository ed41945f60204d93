;; options: line-breaks=keep
(((b ccc x-long   ) b   b)
 #;((dd b         ) b   bb) (foo
bar)
 #;((s bb b       ) a ) (foo
bar)
 #;((dd b         )) (foo
bar))
