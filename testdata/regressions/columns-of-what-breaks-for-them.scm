;; options: line-width=46 line-breaks=persistent
(script-fu-register "a-script"
  SF-IMAGE       "Picture"      0
  SF-ADJUSTMENT _"Height"       '(10  1 10 1 10 1 0)
  SF-ADJUSTMENT _"Wave length"  '(600 1 10 1 10 1 0)
  SF-TOGGLE     _"Invert"       FALSE)
(match instruction
  [`(jo   (label ,t))        (jump t #t #x70)]
  [`(jol  (label ,t))        (jump t #f '(#x0f #x80))]
  [`(jno  (label ,t))        (jump t #t #x71)]
  [`(jnol (label ,t))        (jump t #f '(#x0f #x81))]
  [`(jb   (label ,t))        (jump t #t #x72)]
  [`(jc   (label ,t))        (jump t #t #x72)])
