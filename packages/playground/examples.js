import hurry from "./hurry.scm";

// Texts to begin with, each in need of a formatter.
export const EXAMPLES = [
  { name: "a program in a hurry", fileName: "words.scm", text: hurry },
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
