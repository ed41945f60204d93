;;; A text in which every choice of the layout shows.
#!r6rs
(library (a b)   (export one two   three (rename four five)) (import (rnrs) (only (x y) z))
(define-record-type point (make-point x y) point? (x point-x) (y point-y))
(define (one) 1)
(define (two x . rest) (if (null? rest) x (apply + x rest)))   ; trailing
(define three   ; a comment
  '(a b c #(1 2 3) (d . e) "a \x41; string"))

;; own line
(define (four-with-a-long-name first-argument second-argument) "documented"
  (cond ((assv first-argument '((1 . 2) (3 . 4))) => (lambda (pair) (display pair) (cdr pair)))
        [(eq? second-argument #\X41) #XFF]
        (else (let loop ((i 0) (accumulated '()))
          (if (= i 10) (reverse accumulated) (loop (+ i 1E1) (cons i accumulated)))))))
  (define-syntax with-it (syntax-rules () ((_ a b ...) (let ((it a)) b ...))))
  (with-it 1 (display it) #;(newline) #| block |# (newline))
  (with-lock lock (do-this) (do-that)) (my-let ((a 1)) a b) (chain (a) (b) (c) (d))
  (case x ((1 2 3) 'few) ((4) (display "a rather long text for one line") 'four) (else 'many))
  (let* ((a 1) (b (+ a 1))) (set! a b) (vector-set! v 1 `(a ,b ,@c)))
  (do ((i 0 (+ i 1))) ((= i 10)) (display i))
  (call-with-output-string (lambda (port) (write 'x port) (write 'y port) (write 'z port)))
)
; schemefmt: off
( verbatim text )
; schemefmt: on
