#lang racket
;; Forms that Racket's programmers know by heart.
(command-line #:program "tool" #:once-each [("--timeout") s "Seconds" (timeout (string->number s))] [("--seed") int "Seed" (seed (string->number int))] #:args files (run files))
(for ([x (in-list xs)] #:when (<= (first-of-all-the-numbers-that-there-are x) (second-of-all-the-numbers-that-there-are x))) (displayln x))
(begin0 (read-the-first-line-of-a-port port) (close-input-port port))
(provide (contract-out [area (-> shape? real?)] [scale (-> shape? real? shape?)]) (struct-out shape))
(require/untyped-contract "flonum.rkt" [flmax (-> Flonum Flonum Flonum)] [flmin (-> Flonum Flonum Flonum)])
(define window%
  (class object%
    (super-new)

    (define/public (get-width) (send this measure))

    (define/override (resize width height) (send canvas resize width height) (refresh))))
(type-case expression e [number (n) n] [addition (l r) (+ (interpret l) (interpret r))])
(cases expression e (const-exp (n) n) (diff-exp (l r) (- (value-of l environment) (value-of r environment))))
(define (check-all n) (raise-arguments-error 'check-all "expected fewer of these things" "actual number" n "largest number" most))
(require (for-syntax racket/base racket/list racket/syntax syntax/parse syntax/stx "private/helpers-of-the-macros.rkt"))
(define (describe-text text) (string-append name-of-the-font-in-the-text separator-of-columns name-of-the-language-of-the-text line-end))
(: gamma-distribution (case-> (-> Gamma-Distribution) (Real -> Gamma-Distribution)))
(define (sum-of-all-numbers numbers) (let: loop : Number ([numbers : (Listof Number) numbers] [sum : Number 0]) (if (null? numbers) sum (loop (cdr numbers) (+ sum (car numbers))))))
(local [(define start (first-of-all-the-numbers numbers)) (define (next n) (+ n start))] (next (length numbers)))
(define: (sum-of [numbers : (Listof Number)] [start : Number]) : Number (foldl + start numbers))
(define: start : Number 0)
(define-syntax-class clause (pattern [name:id value:expr] #:with (default ...) #'(name value) #:attr position 0) (pattern name:id))
(require (only-in racket/list
                  first second third
                  take drop)
         (except-in "private/helpers.rkt" define-table define-row define-column table-ref row-ref column-ref))
(: twice (All (A) (case-lambda (Integer * -> Integer) ((A -> Boolean) (Listof A) -> (Listof A)))))
(define-unit shapes@ (import (prefix c: colors^)) (export shapes^) (define corners 4))
(for/list ([number (in-queue numbers-that-wait)] #:final (equal? number last-number)) (dequeue! numbers number))
(for/flvector #:length n #:fill #f ([x (in-list xs)]) (if (number? x) x 0))
(for*/vector : (Vectorof Real) #:length (* width height) ([x (in-range width)]) (define y (f x)) (* y x))
(for/reducer into-list ([x (in-range 10)]) (define y (add1 x)) (* y x))
(define/contract (f x y) (->i ([x number?] [y (x) (>=/c x)]) #:pre/name (x y) "they are near" (near? x y) #:post (result) (positive? result) [result number?]) (sqrt (- x y)))
(define f (match-lambda** [((list a b) c) (g a b c)] [(a b) (h a b)]))
(define instructions '(func $sum (local $first i32) (local $rest (ref $List))))
(define text-view% (class (if choices (class combo-field% (init-field style) (super-new (choices choices))) text-field%) (super-new)))
