;; options: line-width=50
(script-fu-register "a-script"
  SF-IMAGE       "Picture"      0
  SF-ADJUSTMENT _"Height"       '(10 1   101 1 10 1 0)
  SF-ADJUSTMENT _"Wave length"  '(6  0.1 100 1 10 1 0)
  SF-TOGGLE     _"Invert"       FALSE)
