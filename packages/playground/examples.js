// Texts to begin with, each in need of a formatter.
export const EXAMPLES = [
  {
    name: "a program in a hurry",
    fileName: "library.scm",
    text: `;;; Who has which book, and since when.
(define-module (library)
  #:use-module (srfi srfi-1) #:use-module (srfi srfi-9) #:use-module (ice-9 match) #:export (lend return overdue report))

(define-record-type loan (make-loan book reader day) loan? (book loan-book) (reader loan-reader) (day loan-day))
(define loans '())       ; the newest first
(define longest 28)            ; days

(define (lend book reader day)
"Notes that READER takes BOOK home."
(cond ((find (lambda (l) (equal? (loan-book l) book)) loans) => (lambda (l)
   (error "not here:" book (loan-reader l))))
  (else (set! loans (cons (make-loan book reader day) loans)) day)))

(define (return book) (let-values (((back rest) (partition (lambda (l) (equal? (loan-book l) book)) loans)))
    (set! loans rest)
  (if (null? back) #f (loan-reader (car back)))
  )
)

;; Those who have to be written to, each once.
(define (overdue today) (let loop ((rest loans)(late '()))
 (cond ((null? rest) (delete-duplicates late))
  ((> (- today (loan-day (car rest))) longest) (loop (cdr rest) (cons (loan-reader (car rest)) late))) ; too long
     (else (loop (cdr rest) late)))))

(define* (report today #:optional (port (current-output-port)) #:key (greeting "Dear") (sign "The library"))
  (for-each (lambda (reader) (match reader ((first last) (format port "~a ~a ~a,~%" greeting first last)) ((? string? name) (format port "~a ~a,~%" greeting name)))
      (for-each (lambda (l) (when (equal? (loan-reader l) reader) (format port "  ~s, since day ~a~%" (loan-book l) (loan-day l)))) loans)
   (format port "~a~%" sign)) (overdue today)))
`,
  },
  {
    name: "no dialect in particular",
    fileName: "fib.scm",
    text: `; An iterative Fibonacci
(define fib (lambda (n)
   (let loop ((i n)(a 0)
        (b 1))
     (cond ((= i 0) a) (else (loop (- i 1) b (+ a b)))
     )
   )
))

(define (classify n) (if (< n 0) 'negative (if (= n 0) 'zero 'positive))) ; of a number
`,
  },
  {
    name: "R7RS",
    fileName: "stack.sld",
    text: `(define-library (example stack) (export make-stack push! pop! stack-empty?)
(import (scheme base))
(begin
(define-record-type <stack> (wrap items) stack? (items items set-items!))
(define (make-stack) (wrap '()))
(define (push! stack item) (set-items! stack (cons item (items stack))))
(define (pop! stack) (when (null? (items stack)) (error "an empty stack" stack))
  (let ((top (car (items stack)))) (set-items! stack (cdr (items stack))) top))
(define (stack-empty? stack) (null? (items stack)))))
`,
  },
  {
    name: "Guile",
    fileName: "greet.scm",
    text: `(define-module (greet) #:use-module (ice-9 match) #:use-module (srfi srfi-1) #:export (greet all))
(define* (greet name #:key (greeting "Hello") (port (current-output-port)))
 "Greets somebody."
 (match name ((first . rest) (format port "~a, ~a!~%" greeting first)) ((? string?) (format port "~a, ~a!~%" greeting name)) (_ (error "whom?" name))))
(define (all names) (for-each greet (filter string? names)))
`,
  },
  {
    name: "Chez Scheme",
    fileName: "tree.ss",
    text: `(library (tree) (export fold-tree tree-sum) (import (chezscheme))
(define-syntax while (syntax-rules () [(_ test body ...) (let loop () (when test body ... (loop)))]))
(define fold-tree (case-lambda [(f tree) (fold-tree f 0 tree)] [(f seed tree) (cond [(null? tree) seed] [(pair? tree) (fold-tree f (fold-tree f seed (car tree)) (cdr tree))] [else (f tree seed)])]))
(define (tree-sum tree) (fold-tree + tree)))
`,
  },
  {
    name: "CHICKEN",
    fileName: "count.scm",
    text: `(import (chicken io) (chicken process-context) srfi-69)
(define (count-words port) (let ((table (make-hash-table))) (let loop ((line (read-line port)))
(unless (eof-object? line) (hash-table-update!/default table line add1 0) (loop (read-line port)))) table))
(define (main #!optional (port (current-input-port)) #!key verbose?) (let-values (((table) (count-words port))) (when verbose? (print (hash-table-size table)))
  (hash-table-walk table (lambda (word count) (print word #\\tab count)))))
`,
  },
  {
    name: "Racket",
    fileName: "area.rkt",
    text: `#lang racket/base
(require racket/match)
(struct circle (radius)) (struct box (width height))
(define (area shape) (match shape [(circle radius) (* 3.14159 radius radius)] [(box width height) (* width height)]))
(for ([shape (list (circle 1) (box 2 3))]) (printf "~a\\n" (area shape)))
`,
  },
  {
    name: "a bracket is missing",
    fileName: "mistake.scm",
    text: `(define (distance a b)
  (let ((dx (- (car a) (car b)))
        (dy (- (cdr a) (cdr b))))
    (sqrt (+ (* dx dx) (* dy dy))))

(define origin '(0 . 0))
`,
  },
];
