;; options: line-breaks=keep
; Where a gap before a further argument closes, what is under that goes under the first argument.
(show  module "let "
              (name p)
              k)
