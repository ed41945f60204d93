;; options: line-breaks=keep
(#; define

 . "tail"
   #| a block comment under the tail |#)
