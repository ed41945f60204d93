;; options: line-width=20

`("alpha" beta (gamma) delta)

(#\a beta (gamma) delta xx)
