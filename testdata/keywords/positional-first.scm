(open-window "the title of the window" 640 480 #:resizable? #t #:background 'white #:decorations '(title close))
