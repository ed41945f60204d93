(defmacro (swap! first second) `(let ((kept ,first)) (set! ,first ,second) (set! ,second kept)))
(defmacro swap! (first second) `(let ((kept ,first)) (set! ,first ,second) (set! ,second kept)))
(shelf::define (put! shelf book) (set! (books shelf) (cons book (books shelf))) (count! shelf))
