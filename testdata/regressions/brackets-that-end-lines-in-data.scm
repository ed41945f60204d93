;; options: line-breaks=keep closers=keep
()#(c
     (
 a) [c
a
 b])
