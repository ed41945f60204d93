;; options: dialect=racket
(define-typed-syntax let
  [(_ ([x e] ...) b) ⇐ τ_expected ≫
   [⊢ [e ≫ e- ⇒ : τ_x] ...]
   [[x ≫ x- : τ_x] ... ⊢ b ≫ b- ⇐ τ_expected]
   #:fail-unless (stx-length=? #'[x ...] #'[e ...])
                 (arity-error-message #'[x ...] #'[e ...] this-syntax)
   --------
   [⊢ (let- ([x- e-] ...) b-)]]

  [(_ () b) ≫
   --------
   [≻ b]])

(define-typed-syntax (if test then else) ≫
  [⊢ test ≫ test- ⇐ Bool]
  --------
  [⊢ (if- test- then- else-) ⇒ Bool])

(define identity
  (plambda: (A) ([x : A])
    (f x)
    x))
