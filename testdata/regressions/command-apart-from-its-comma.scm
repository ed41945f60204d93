;; options: line-breaks=keep
((
#| own line |#
))
, define ((define
) (define . define
))
