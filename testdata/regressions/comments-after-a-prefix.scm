;; options: line-breaks=keep
#,@ #| define |# ; first
define
(f #,@ #| define |# ; first
   define)
