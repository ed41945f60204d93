(define-method (load-configuration! (cfg <configuration>) (commands <list>) (file-name <string>)) (load file-name))

(define* (draw-the-line from-here to-there thickness colour #:optional (style 'dashed) closed? filled? antialiased?) (draw))

; Fits.
(define* (draw from to #:key (style 'dashed)) (line from to))

; No default values: names, and lists of more than a name and a value.
(define (draw-lines the-first-point the-second-point the-third-point the-fourth-point) (draw))
(define-points (draw-the-points (first-point x y z) (second-point x y z) (third-point x y z)) (draw))

; Without a name before them, parameters are filled.
(define handler (lambda* (request body #:key (status 200) (headers '()) (content-type "text/plain; charset=utf-8")) (respond)))
