(make-window #:title "x" #:width 80)
