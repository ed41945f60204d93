;; The words of a text, with how often each of them occurs.
(define (word-counts text)
 (define (add word counts) (let ((known (assoc word counts)))
   (cond ((not known) (cons (cons word 1) counts)) (else
     (set-cdr! known (+ 1 (cdr known))) counts)))
 )
(let loop ((rest (string->list text))(word '())
           (counts '()))
  (define (finished) (if (null? word) counts
      (add (list->string (reverse word)) counts)))
    (cond ((null? rest) (finished))
      ((char-alphabetic? (car rest)) ; within a word
  (loop (cdr rest) (cons (char-downcase (car rest)) word) counts))
     (else (loop (cdr rest) '() (finished))))))

(define (most-frequent text limit)
(let* ((counts (word-counts text)) (frequent? (lambda (pair) (>= (cdr pair) limit))))
 (map car (filter frequent? counts)) ) )
