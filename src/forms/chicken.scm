(pack Chicken (dialects chicken))

(handle-exceptions 2 (seen 17 17 1))
(foreign-lambda* 2 (parts data data body) (seen 35 29 1))
(shape external 2 (parts signature data body))
(define-external (list external) (name variable) (seen 21 20 9))
(declare 0 (seen 58 51 1))

;; What an editor for this community indents so.
(assume 1 (source geiser))
(compiler-typecase 1 (source geiser))
(cute 1 (source geiser))
((foreign-primitive foreign-safe-lambda*) foreign-lambda* (source geiser))
(foreign-safe-lambda 2 (source geiser))
(functor 3 (source geiser))
(letrec-values 1 (source geiser))
(regex-case 1 (source geiser))
(select 1 (source geiser))
(use 0 (source geiser))
