;; options: line-breaks=keep
; Lines under a further argument stay there if there are two or more.
(print module "let "
              (name p)
              " = args["
              k)
