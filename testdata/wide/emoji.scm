(define faces '("😀" "👩‍👩‍👧" "🇩🇪")) ; faces
(define other 1) ; one
