;; options: line-breaks=keep dialect=racket
; Blanks inside both brackets of a list stay together.
(let ([ a (f x) ])
  (let ([b c]
        [d e]
        [g h])
    a))
(let ([ b (f x) ])
  (let ([b c]
        [d e])
    b))
(let ([ c (f x) ])
  c)
(let ([ cups (make-vector n)   ]
      [ len  (vector-length v) ])
  cups)
