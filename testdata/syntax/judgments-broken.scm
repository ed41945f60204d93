;; options: dialect=racket
(define-typerule/red (eliminate n step base) ≫
  [⊢ n ≫ n- ⇐ Nat]
  [[the-first-variable ≫ the-first-variable- : TheTypeOfTheFirstVariable] ... ⊢ base ≫ base- ⇐ TheTypeOfTheBase]
  --------
  [⊢ (let- ([result (eval-eliminate n- step- base-)])
       (note result)) ⇒ (type-of-the-result (type-of-the-step step-) (type-of-the-base base-))])
(define-compound-unit/infer all-shapes@ (import canvas^) (export shapes^) (link squares@ circles@ ovals@))
(require (rename-in shapes/private/class [class define-class]) (rename-in shapes/private/adt [data define-data]))
