;; options: line-breaks=keep
;; Items in one column stay in one, distinguished or not.
(define (divide x y)
  (call-with-values
     (lambda () (floor/ x y))
     (lambda (quotient remainder)
       (list quotient remainder))))
(define (count words)
  (let loop
     ((words words))
     (if (pair? words)
         (loop (cdr words)))))
;; A blank after the bracket goes, and what hangs from there follows.
(define (area)
  (let ( (width 1)
         (height 2)
         (depth 3) )
    (* width height depth)))
;; A table that hangs from its second item stays as it is, and says nothing about others.
(define shelves
  '((fiction . 10) (history . 20)
                   (science . 30)
                   (travel . 40)))
(define keys
  '(if (test)
       (arms)))
;; The first column is no style within a procedure, nor in an arm of an `if`.
(for-each (lambda (book)
(display book)
(newline))
          books)
(let loop ((i 0))
(display i)
(loop (+ i 1)))
(if (pair? books)
(begin
(display "some")
(newline)))
