#lang racket/base
;; A language has a production on each line, and a rule its premises, its bar with its name, and its conclusion.
(require redex/reduction-semantics)
(define-language nats (n ::= z (s n)) (e ::= x (e e) (λ (x) e)))
(define-language calculus
  (e (e e ...) (λ (x ...) e) (if e e e) (let ([x e] ...) e) (set! x e) (begin e e ...) (+ e e) (- e e) x v) (v number boolean string))
(define-extended-language typed calculus (τ ::= number (→ τ τ)))
(define-judgment-form typed #:mode (types I I O) #:contract (types Γ e τ)
  [(types Γ e_1 (→ τ_2 τ_3)) (types Γ e_2 τ_2) ------------------------- "application" (types Γ (e_1 e_2) τ_3)]
  [------------------- (types Γ number_1 number)])
(define reduce
  (reduction-relation calculus (--> (in-hole E ((λ (x) e) v)) (in-hole E (substitute e x v)) "βv") (--> (in-hole E (if #t e_1 e_2)) (in-hole E e_1) "if-true")))
(define-language binders (e ::= x (e e) (λ (x) e)) #:binding-forms (λ (x) e #:refers-to x) (bind x e e #:refers-to x))
(define-metafunction calculus size : e -> number [(size x) 1] [(size (e_1 e_2)) ,(+ (term (size e_1)) (term (size e_2)))])
;; A contract is on a line of its own, and a premise without a bar, too.
(define-metafunction calculus lookup : x (any ...) -> number or #f [(lookup x ()) #f] [(lookup x ((x number) any ...)) number (where #t #t)])
(define-judgment-form typed #:mode (has I I) [(has x (x any ...)) (where #t #t)] [(has x x)])
(define-metafunction/extension size typed size/typed : e -> number [(size/typed (λ (x τ) e)) (size/typed e)])
(test-->> reduce (term ((λ (x) x) 1)) (term 1))
(test-->> reduce (term 1) (term 1))
(test-equal (term (size ((λ (x) x) 1))) (term (size (2 (3 4)))))
(test-predicate number? (term (size ((λ (x y z) (x (y z))) 1))))
