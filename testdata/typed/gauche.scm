;; Shapes, as objects of Gauche, and a table of their areas.
(define-module shapes
  (use gauche.record)
  (use gauche.sequence)
  (use util.match)
  (export area describe <circle> <polygon>))
(select-module shapes)

(define-class <shape> ()
  ((name :init-keyword :name :init-value "a shape" :getter name-of)
   (colour :init-keyword :colour :accessor colour-of)))

(define-class <circle> (<shape>)
  ((radius :init-keyword :radius :init-value 1)))

(define-class <polygon> (<shape>)
  ((corners :init-keyword :corners :init-form (list))))

(define-constant pi/4 (atan 1))

(define-method area ((circle <circle>))
  (let1 r (ref circle 'radius)
    (* 4 pi/4 r r)))

(define-method area ((polygon <polygon>))
  (let* ((corners (ref polygon 'corners))
         (next (append (cdr corners) (list (car corners)))))
    (/ (abs (fold (lambda (a b sum)
                    (match (list a b)
                      [((x . y) (u . v)) (+ sum (- (* x v) (* u y)))]
                      [_ sum]))
                  0 corners next))
       2)))

(define (describe shapes :key (port (current-output-port)))
  (let ([total 0])
    (dolist (shape shapes)
      (let1 size (area shape)
        (inc! total size)
        (format port "~a [~s]: ~,2f\n" (name-of shape) (class-of shape) size)))
    (if-let1 first (and (pair? shapes) (car shapes))
      (begin
        (print #"the first is ~(name-of first)")
        total)
      (rlet1 nothing 0
        (print "no shapes (at all)")))))
