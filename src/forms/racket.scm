(pack Racket (dialects racket))

(shape clauses-and-body 1 (parts bindings body) (one-line 40))
(shape kind-clauses-and-body 3 (parts arg arg bindings body) (one-line 40))
(shape loop (list clauses-and-body) (name kind-clauses-and-body))
(shape result-clauses-and-body 2 (parts bindings bindings body) (stay 1) (drop align) (one-line 40))
(shape kind-result-clauses-and-body 4 (parts arg arg bindings bindings body) (stay 2) (drop align) (one-line 40))
(shape loop-with-result (list result-clauses-and-body) (name kind-result-clauses-and-body))
(shape below aligned (strategy cond) (stay 0) (one-line 0))
(shape class-body 1 (parts data body) (one-line 0))
(shape local-definitions 1 (parts definitions body) (strategy aligned) (one-line 0))
(shape submodule 1 (parts data body) (one-line 0))
(shape syntax-cases 1 (parts arg syntax-clause) (one-line 36))

;; Loops: the clauses, then the body. What accumulates comes first, and the clauses go below it.
(for loop (one-line 28) (seen 1515 1476 17))
(for* loop (seen 127 125 12))
(for/list loop (seen 1583 1542 17))
(for/vector loop (source geiser))
(for/and loop (seen 320 316 15))
(for/or loop (seen 324 309 17))
(for/first loop (seen 57 54 10))
(for/last loop (source geiser))
(for/sum loop (seen 66 62 10))
(for/product loop (source geiser))
(for/set loop (seen 35 29 8))
(for/seteq loop (source geiser))
(for/seteqv loop (source geiser))
(for/hash loop (seen 142 132 10))
(for/hasheq loop (seen 45 44 10))
(for/hasheqv loop (seen 18 18 2))
(for*/list loop (seen 90 86 11))
(for*/vector loop (source geiser))
(for*/and loop (seen 14 14 5))
(for*/or loop (seen 34 34 6))
(for*/first loop (source geiser))
(for*/last loop (source geiser))
(for*/sum loop (source geiser))
(for*/product loop (source geiser))
(for*/set loop (seen 10 9 6))
(for*/seteq loop (source geiser))
(for*/seteqv loop (source geiser))
(for*/hash loop (seen 9 9 6))
(for*/hasheq loop (source geiser))
(for*/hasheqv loop (source geiser))
(for/fold loop-with-result (seen 820 780 17))
(for*/fold loop-with-result (seen 44 40 8))
(for/lists loop-with-result (seen 73 60 9))
(for*/lists loop-with-result (seen 9 7 3))
(for/foldr loop-with-result (seen 30 28 3))
(for/fold/derived 3 (parts arg bindings bindings body) (source quack))
(for*/fold/derived 3 (parts arg bindings bindings body) (source quack))
((for/reducer for*/reducer) 2 (parts arg bindings body) (one-line 40) (source rebellion))
("for/*" loop (seen 3936 3205 17))
("for*/*" loop (source racket-mode))

;; Modules and units.
(module+ submodule (seen 932 914 16))
(module* submodule (args 2) (parts data data body) (seen 93 90 8))
(unit 0 (one-line 36) (seen 157 129 7))
(define-unit class-body (seen 65 62 5))
((define-compound-unit define-compound-unit/infer define-unit/new-import-export) define-unit (source racket))
;; How often the names of a signature begin below its own.
(define-signature definition (parts data data) (seen 110 110 2))
(linklet class-body (args 2) (parts data data body) (seen 12 11 1))

;; Classes.
(class class-body (parts arg body) (seen 561 558 10))
(class* class-body (args 2) (parts arg data body) (seen 80 73 7))
(mixin class* (parts data data body) (source racket-mode))
(interface class-body (seen 56 56 5))
(define-generics class-body (one-line 40) (seen 45 44 2))
(instantiate 2 (seen 38 29 4))
(make-object 1 (parts arg) (source drracket))
(send* 1 (one-line 0) (seen 16 14 2))
(with-method let* (seen 8 7 2))
(object/c call (seen 40 31 4))
;; A method of up to 60 columns is on one line, also between blank lines (in 776 of 903 uses).
(shape method procedure (strategy fixed) (one-line 60 60 60 0))
(define/public (list method) (name variable) (source racket-mode))
((define/override define/private define/augment define/pubment) define/public (source racket-mode))
((define/overment define/public-final define/override-final) define/public (source racket-mode))

;; Macros.
(syntax-parse syntax-cases (seen 867 810 17))
(syntax-parser 0 (parts syntax-clause) (one-line 36) (seen 320 287 7))
(syntax-id-rules syntax-rules (seen 25 24 4))
(syntax-case* syntax-case (args 3) (parts arg data arg syntax-clause) (seen 38 38 5))
(kernel-syntax-case syntax-case (seen 11 9 3))
(syntax-case** syntax-case (args 4) (parts arg arg data data syntax-clause) (seen 10 9 1))
(quasisyntax/loc syntax/loc (seen 428 418 14))
(with-syntax* let* (seen 51 43 9))
(define-syntax-class data-and-body (one-line 0) (seen 467 461 11))
(define-splicing-syntax-class data-and-body (one-line 0) (seen 157 152 7))
(define-literal-set data-and-body (parts data data) (one-line 76) (source racket))
(datum-case syntax-case (seen 16 16 2))
(define-simple-macro define-syntax-rule (seen 45 43 8))
(syntax-traverse 1 (seen 20 20 1))
(syntax-search 1 (seen 9 9 1))

;; The clauses of a cond begin on the next line in two thirds of its uses, and then at +2.
(cond conde (seen 1945 1751 17))

;; Definitions and bindings. Lines are wide enough for any value.
(shape wide-variable variable (one-line any))
(define (list procedure) (name wide-variable) (source r7rs))
(λ lambda (one-line 60 60 60 0) (source racket))
(match-define data-and-body (parts pattern body) (seen 162 133 16))
(match-define-values data-and-body (seen 8 7 4))
(struct 1 (stay leading-and-params) (parts data data arg) (seen 657 529 14))
(define-struct struct (seen 227 184 8))
((serializable-struct serializable-struct/versions) struct (source racket))
(letrec-values letrec (seen 54 45 6))
(letrec-syntaxes letrec (source racket-mode))
(letrec-syntaxes+values 2 (parts bindings bindings body) (source racket-mode))
(splicing-letrec-syntaxes+values 2 (parts bindings bindings body) (source racket-mode))
(let-syntaxes let* (source racket-mode))
(match-let-values let* (source racket-mode))
(match-let*-values let* (source racket-mode))
(match-letrec let* (source racket-mode))
(match-letrec-values let* (source racket-mode))
(match/values let* (source racket-mode))
(splicing-let let* (seen 17 15 2))
(splicing-letrec let* (source racket-mode))
(splicing-let-values let* (source racket-mode))
(splicing-letrec-values let* (source racket-mode))
(splicing-let-syntaxes let* (source racket-mode))
(splicing-letrec-syntaxes let* (source racket-mode))
(splicing-syntax-parameterize let* (seen 16 16 4))
(splicing-parameterize let* (source racket))
(local (list local-definitions) (name call) (source racket-mode))
(splicing-local local (seen 30 29 2))
(shared let* (source racket-mode))
(parameterize* let* (source racket-mode))
(parameterize-break let* (source racket-mode))
(with-handlers let* (seen 904 875 16))
(with-handlers* let* (seen 14 14 3))
(with-continuation-mark 2 (source drracket))
(let+ let* (source racket-mode))
((with-output-to-bytes call-with-output-bytes) with-output-to-string (source racket))
(place/context data-and-body (source racket-mode))
((contract-out provide/contract) below (parts entry) (one-line any any any 0) (seen 25 22 6))
(require aligned (strategy import) (one-line any any any 24) (seen 2260 2218 17))
(provide aligned (strategy export) (one-line any any any 36) (seen 1468 1425 17))
;; How often a name begins a line.
((for-syntax for-template for-label) elements (seen 490 458 6))
;; How often names that begin below the library stand under it.
((only-in except-in) aligned (strategy import) (parts arg data) (one-line any) (seen 182 166 10))
(combine-in elements (source racket))
((rename-in rename-out) elements (parts data) (source racket))
(all-from-out elements (seen 169 168 5))
(protect-out elements (seen 656 602 3))
(require/typed 1 (parts arg entry) (strategy aligned) (one-line 76) (source racket-mode))
(require/untyped-contract below (seen 31 31 2))
(require/typed/provide 1 (parts arg entry) (strategy aligned) (one-line 76) (source racket-mode))
(begin-encourage-inline 0 (one-line 0) (seen 57 53 4))

;; Typed Racket. A type begins beside its name in 265 of 357 uses, and under it in the others.
(: 2 (parts data arg) (drop align) (rest align) (one-line any) (source typed-racket))
(define-type definition (one-line 60) (source typed-racket))
;; With a list of type variables first.
(shape generic-struct 2 (parts data data data arg))
(define-struct: (list generic-struct) (name struct) (source typed-racket))
(pdefine: 4 (parts data signature data arg body) (one-line 60) (source typed-racket))
;; A name or a signature, and its type. How often it is on one line below 60 columns, and not from there.
(define: 3 (parts signature data arg body) (one-line 60) (seen 476 410 3))
(λ: lambda (seen 162 146 3))
(opt-lambda: lambda (seen 41 41 2))
(shape generic-lambda 2 (parts data params body) (one-line 60 60 60 0))
((plambda: popt-lambda:) generic-lambda (source typed-racket))
((case-lambda: case-λ) case-lambda (seen 39 34 2))
(let*: let* (seen 28 21 3))
((let-values: let*-values:) let* (source geiser))
(letrec: let* (source geiser))
(letrec-values: let* (source geiser))
(let: (list let*) (name named-let) (seen 109 104 2))
(for: loop (seen 130 110 3))
(for*: loop (seen 27 25 3))
(for/vector: loop (seen 21 20 2))
(let/ec: let/ec (seen 9 9 3))
(let/cc: let/ec (source geiser))
(with-handlers: let* (source geiser))

;; Turnstile.
((define-typed-syntax define-typerule define-typerule/red) definition (stay judgment) (one-line 0) (source drracket))

;; Tests.
(test-case 1 (strategy aligned) (one-line 0) (source racket-mode))
;; A suite begins below it, with all of it at +1, or its name is beside it and the tests are at +2.
(test-suite 1 (strategy cond) (stay 0) (one-line 0) (seen 398 358 5))
(test-begin 0 (one-line 0) (source racket-mode))
(with-check-info let* (seen 56 54 6))

(test-suite* test-suite (source rackunit))

;; PLAI and EOPL.
(type-case 2 (parts data arg record-clause) (one-line 0) (source plai))
(cases type-case (source eopl))

;; How often an atom after another one begins a line.
(string-append elements (seen 336 334 3))

;; Tables: keys with their values.
((hash hasheq hasheqv hashalw) elements (parts pair) (source racket))
((hash-set* hash-set*!) elements (parts arg pair) (source racket))

;; How often each line has a key with its value.
(raise-arguments-error elements (parts arg arg pair) (seen 58 55 3))

;; How often a pattern with its directives is on one line below 60 columns, and not from there.
(pattern call (one-line 60) (seen 1137 1005 8))

;; Keywords that have no value, or two.
(#:with 2 (seen 544 475 4))
(#:attr 2 (seen 278 245 1))
(#:declare 2 (seen 33 29 3))
((#:fail-when #:fail-unless) 2 (source syntax/parse))
(#:property 2 (source racket))
;; The conditions of `->i`.
((#:pre #:post #:pre/desc #:post/desc) 2 (source racket))
((#:pre/name #:post/name) 3 (source racket))
(#:commit 0 (seen 36 36 1))
((#:cut #:opaque #:no-delimit-cut #:track-literals #:disable-colon-notation) 0 (source syntax/parse))
((#:transparent #:prefab #:mutable #:authentic #:auto) 0 (source racket))

;; Others.
;; What is mandatory and what is optional are lists of contracts.
(->* call (parts args args arg) (source racket))
;; Its first form is in the body: where it begins a line, 145 of 257 uses have it at +1, and 103 at +2. An atom is beside it in 106 of 112.
(begin0 0 (parts arg body) (stay leading) (one-line 40) (source racket-mode))
;; The clauses are below it, and those of flags below their keyword (in 23 of 25 uses).
((#:once-each #:once-any #:multi) 0 (source racket))
(command-line below (seen 17 17 4))
(let-boxes 2 (parts bindings arg body) (seen 112 106 1))
(call-with-semaphore call-with-values (source quack))
(call-with-input-file* call-with-input-file (source racket-mode))
(call-with-output-file* call-with-input-file (source racket-mode))

;; These match patterns of names, and are calls.
;; How often it is on one line below 40 columns, and not from there.
(case-> call (one-line 40) (seen 487 425 3))
(check-match call (seen 60 60 8))
("regexp-match*" call (source racket-mode))
