;; options: line-breaks=keep
#lang racket/base
;; A module's parts: each required module on a line of its own, under the first one.
(require racket/list
         racket/match
         (for-syntax racket/base
                     syntax/parse))
(provide sum-of
         (contract-out
          [area (-> shape? real?)]))
;; A structure: its options stand at +2.
(struct shape (name corners)
  #:transparent
  #:property prop:procedure 0)
;; Loops: clauses under each other, the body at +2.
(define (sum-of numbers)
  (for/sum ([number (in-list numbers)]
            [index (in-naturals)]
            #:when (even? index))
    (define weight (add1 index))
    (* number weight)))
;; What accumulates comes first, and the clauses go under it.
(define (extremes numbers)
  (for/fold ([least +inf.0]
             [most -inf.0])
            ([number (in-list numbers)])
    (values (min least number)
            (max most number))))
(define names
  (for*/list ([row table]
              [cell row])
    (cell-name cell)))
(define squares
  (for/vector #:length 3 ([n (in-range 3)])
    (* n n)))
;; Classes: what is inherited stays beside the operator, the members stand at +2.
(define counter%
  (class object%
    (init-field [start 0])
    (define count start)
    (super-new)
    (define/public (next!)
      (set! count (add1 count))
      count)))
(define printing-mixin
  (mixin (counter<%>) (printing<%>)
    (super-new)
    (define/override (print port)
      (display (get-count) port))))
(define printing<%>
  (interface (counter<%>)
    print
    print-line))
;; Handlers are bindings.
(define (safe-read port)
  (with-handlers ([exn:fail:read? (λ (e) #f)]
                  [exn:break? (λ (e) 'stopped)])
    (read port)))
;; Macros: clauses at +2.
(define-syntax (swap! stx)
  (syntax-parse stx
    #:literals (place)
    [(_ a:id b:id)
     (quasisyntax/loc stx
       (let ([kept a])
         (set! a b)
         (set! b kept)))]))
(define-syntax-class binding
  #:attributes (name value)
  (pattern [name:id value:expr]))
(match-define (list first-one second-one)
  (two-of table))
(define-values (left right)
  (let/ec return
    (when (null? table)
      (return #f #f))
    (halves table)))
;; Submodules and tests.
(module+ test
  (require rackunit)
  (test-case "sums"
    (check-equal? (sum-of '(1 2 3))
                  10)
    (check-exn exn:fail? (λ () (sum-of 'none))))
  (test-suite
   "every one of them"
   (test-case
    "nothing"
    (check-equal? (sum-of '()) 0))))
(module* main #f
  (parameterize ([current-output-port (current-error-port)])
    (displayln (sum-of '(1 2)))))
