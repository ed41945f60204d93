;; options: line-width=20

{aaaa (bbbb) cccc (dddd)}
