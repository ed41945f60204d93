;; Reads the file «pairs», in which texts stand two by two as lists of character codes, and says of each pair whether this
;; reader finds the same data in both. Before this stands what each reader has of its own: (try thunk), the thunk's value or
;; the symbol unreadable; (read-datum port), the next datum or an end of file; (flush), which sends off what was printed.

(define (data text)
  (try (lambda ()
         (let ((port (open-input-string text)))
           (let loop ((found '()))
             (let ((datum (read-datum port)))
               (if (eof-object? datum)
                   (reverse found)
                   (loop (cons datum found)))))))))

;; Whether two data are the same; calls leave on what has more parts than a text of this length can spell out, which labels
;; have made to share its parts or to lead back into itself.
(define (same? a b size leave)
  (let ((left (+ 1000 (* 10 size))))
    (let same? ((a a) (b b))
      (set! left (- left 1))
      (cond ((< left 0) (leave 'endless))
            ((pair? a) (and (pair? b) (same? (car a) (car b)) (same? (cdr a) (cdr b))))
            ((vector? a) (and (vector? b) (same? (vector->list a) (vector->list b))))
            ;; A symbol that is in no table is itself alone.
            ((symbol? a) (and (symbol? b) (string=? (symbol->string a) (symbol->string b))))
            ;; A NaN is not even itself.
            ((number? a) (and (number? b)
                              (or (eqv? a b) (string=? (number->string a) (number->string b)))))
            (else (equal? a b))))))

;; Whether this is one datum and no symbol, as a report's literals are. Else this reader may take one for something else.
(define (literal? data)
  (and (pair? data) (null? (cdr data)) (not (symbol? (car data)))))

(define (verdict before after)
  (let ((old (data before)))
    (if (eq? old 'unreadable)
        (if (eq? (data after) 'unreadable) 'unreadable 'gained)
        (let ((new (data after)))
          (if (eq? new 'unreadable)
              'lost
              (call-with-current-continuation
               (lambda (leave)
                 (cond ((same? old new (string-length before) leave) 'same)
                       ((literal? old) 'different)
                       (else 'misread)))))))))

(define (text codes)
  (list->string (map integer->char codes)))

(define (judge port)
  (let ((before (read port)))
    (cond ((not (eof-object? before))
           (let ((after (read port)))
             (display "verdict ")
             (display (verdict (text before) (text after)))
             (newline)
             (flush)
             (judge port))))))

(call-with-input-file "pairs" judge)
