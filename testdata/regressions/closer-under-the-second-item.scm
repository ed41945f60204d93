;; options: line-breaks=keep
(chain x
  (chain x ; c
         ))

(f (g x ; c
      ))
