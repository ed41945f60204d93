(make-button window toolbar
             "go-bottom" "Down Symbol" ; what is there
             "the text")
