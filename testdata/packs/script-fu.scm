;; A procedure of GIMP's, and rows of what it asks for, whose columns stay.
(script-fu-register "script-fu-tile-blur" _"_Tileable Blur..." _"Blur the edges" "Chris" "1998, Chris" "25th April 1998" "RGB*"
 SF-IMAGE "The Image" 0 SF-ADJUSTMENT _"Radius" '(5 0 128 1 1 0 0) SF-TOGGLE _"Blur vertically" TRUE)
(script-fu-register "script-fu-slide"
    "Slide"
    "Add a slide-film like frame"
    "Sven"
    "Sven"
    "2004/03/28"
    "RGB GRAY"
    SF-IMAGE     "Image"         0
    SF-DRAWABLE  "Drawable"      0
    SF-STRING   _"Text"          "GIMP"
    SF-STRING   _"Number"        "32"
    SF-COLOR    _"Font color"    '(255 180 0)
    SF-TOGGLE   _"Work on copy"  TRUE
    )
