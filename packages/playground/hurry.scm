;; The words of a text, and how often each occurs.
(define (word-counts document)
 (define (add word seen) (let ((old (assoc word seen)))
   (cond ((not old) (cons (cons word 1) seen)) (else
     (set-cdr! old (+ 1 (cdr old))) seen)))
 )
(let loop ((in (string->list document))(word '())
           (seen '()))
  (define (finished) (if (null? word) seen
      (add (list->string (reverse word)) seen)))
    (cond ((null? in) (finished))
      ((char-alphabetic? (car in)) ; in a word
  (loop (cdr in) (cons (car in) word) seen))
     (else (loop (cdr in) '() (finished))))))

(define (most-frequent document limit)
(let* ((all (word-counts document))
   (often? (lambda (it) (>= (cdr it) limit))))
 (map car (filter often? all)) ) )
