;; options: line-breaks=keep closers=keep style.calls=2
[
a
...
 ]
