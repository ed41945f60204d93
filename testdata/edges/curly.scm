;; options: line_width=20

{aaaa (bbbb) cccc (dddd)}
