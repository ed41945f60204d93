;; Reads the file «pairs», in which texts stand two by two as lists of character codes, and says of each pair whether
;; this reader finds the same data in both. (try thunk) is the reader's own: the thunk's value, or the symbol unreadable.

(define (data codes)
  (try (lambda ()
         (let ((port (open-input-string (list->string (map integer->char codes)))))
           (let loop ((found '()))
             (let ((datum (read port)))
               (if (eof-object? datum)
                   (reverse found)
                   (loop (cons datum found)))))))))

(define (same? a b)
  (cond ((pair? a) (and (pair? b) (same? (car a) (car b)) (same? (cdr a) (cdr b))))
        ((vector? a) (and (vector? b) (same? (vector->list a) (vector->list b))))
        ((symbol? a) (and (symbol? b) (string=? (symbol->string a) (symbol->string b))))
        ;; A NaN is not even itself.
        ((number? a) (and (number? b)
                          (or (eqv? a b) (string=? (number->string a) (number->string b)))))
        (else (equal? a b))))

;; No literal of a report is a symbol or two data: this reader takes it for something else.
(define (literal? data)
  (and (pair? data) (null? (cdr data)) (not (symbol? (car data)))))

(define (verdict before after)
  (cond ((eq? before 'unreadable) (if (eq? after 'unreadable) 'unreadable 'gained))
        ((eq? after 'unreadable) 'lost)
        ((same? before after) 'same)
        ((literal? before) 'different)
        (else 'misread)))

(define (judge port)
  (let ((before (read port)))
    (if (not (eof-object? before))
        (let ((after (read port)))
          (display "verdict ")
          (display (verdict (data before) (data after)))
          (newline)
          (judge port)))))

(call-with-input-file "pairs" judge)
