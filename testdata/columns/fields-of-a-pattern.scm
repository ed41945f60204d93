;; options: line-breaks=keep
;; The fields of a pattern go on under the name of the record, or under the first of them where all do.
(match config
  (($ <connection-config> host user port database
                          superuser?)
   (connect host))
  (($ <connection-config> host user
     port)
   (connect port))
  (($ <connection-config>
       host port)
   #f))
