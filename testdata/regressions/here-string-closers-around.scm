;; options: line-breaks=keep closers=keep dialect=gambit
(f
  (g #<<X
text
X
  )
)
