;; options: line-breaks=keep
((eqa)
 (  a) (y
        ()
        ()
        []))
