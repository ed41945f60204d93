;; The rows of the core: how the operators are laid out that mean the same in every Scheme.
;;
;; Each community has a file like this one, a pack, which begins with its name and the texts that it holds for: those of some
;; dialects, and those that import some libraries. Its rows outrank those of the core. A file that is added here is read.
;;
;; A row:
;;
;;   (when 1 (one-line 30 40 40 24) (source r7rs))
;;
;; begins with an operator, or a list of operators, and with its base: the number of arguments before the body; or the row that it
;; inherits from, which is above it or in the core; or a shape, a row without an operator: `call`, `data`, and those that
;; `(shape NAME ...)` declares. `(list SHAPE) (name SHAPE)` are the bases for a first argument that is a list, and for any other.
;; `(string SHAPE)` is the base if the first argument is a string, and `(named SHAPE ARGUMENTS)` also if it is a symbol and there are at
;; least so many arguments; otherwise the form is a call.
;;
;; What differs from the base follows:
;;
;;   (parts ROLE ...)      what each argument is; the last one counts for all that follow. docs/forms.md lists them.
;;   (one-line COLUMNS)    the largest width of the form on one line; 0 for never, `any` for any that fits. Three widths are those
;;                         in a body, as an argument and as a bound value; a fourth, where it is less, is that of a form with two items or
;;                         more after the distinguished ones.
;;   (rest COLUMNS)        where a body stands, counted from the bracket; `align` for under the first argument
;;   (stay ARGUMENTS)      how many arguments stay on the operator's line while they fit. `leading`: the atoms up to the first list.
;;                         `leading-and-params`: also the list after a single atom. `message`: one, or two if only the second is a
;;                         string. `label-and-constant`: one, or a string and the constant after it. `name-and-type`: a name, and a
;;                         type that is written with a colon, or `(extends ...)`. `name-and-clauses`: a name, and the clauses of a
;;                         module below it. `judgment`: one, or all up to `≫`, before the premises of a typing rule.
;;   (drop COLUMNS)        where arguments stand that should stay and do not fit
;;   (option NAME)         the option of a configuration that can say otherwise where a body stands: `if-arms` or
;;                         `library-body`
;;   (strategy NAME)       how it is divided into lines where columns do not say it all. `elements`: each argument on a line of its own.
;;                         `test`: the argument beside the operator if it can be. `drop`: a list before the body below the operator if
;;                         that saves lines, or always if no argument is to stay. `aligned`: all arguments under the operator if only
;;                         that fits. `touching`: the parameters of `^` touch it in Gauche. `cond`: the first clause below if an option
;;                         says so, or if no argument is to stay. `definition`, `module`, `export`, `import`: as the forms of these
;;                         names. `fixed`: as the columns say.
;;
;; A string is a pattern: "with-*" is every name that starts with `with-` and has no row. The first pattern that matches counts.
;;
;; Every row has its evidence or its source. `(seen USES AGREEING PROJECTS)` counts the calls of real code that their authors broke
;; into lines, at most 200 of each operator in a project, and those that are indented as the row has it, with a body at +2 or +3,
;; whether or not the file is one that the row holds for. A pattern has the sum over its names.
;; `cargo run --release --example operators -- FOLDER...` counts them. `(source NAME ...)` says where the form or its indentation comes
;; from: a report, a SRFI, an implementation, the table of an editor.
;;
;; Where `--explain` and a configuration name a row for a form of which there are several, they name the first.

(pack core)

(shape aligned call (strategy fixed) (one-line any))
(shape procedure 1 (strategy definition) (parts signature body) (one-line 80 80 80 0))
(shape definition 1 (stay leading-and-params) (parts data body) (one-line 76))
(shape procedure-like procedure (stay leading-and-params))
;; After the name stand its parameters, or a procedure.
(shape lisp-macro 2 (parts data quoted body) (one-line 0))
(shape variable 1 (parts data value) (one-line 76))
(shape plain-let 1 (parts let-bindings body) (one-line 0 42 42 24))
(shape named-let 2 (parts data named-let-bindings body) (one-line 0 42 42 24))
(shape let-of 2 (parts arg bindings body) (one-line 28))
(shape record-type 1 (parts data field) (stay name-and-type) (one-line 56))
(shape rules 1 (parts data syntax-clause) (one-line 36))
(shape rules-with-ellipsis rules (args 2) (parts data data syntax-clause))
(shape data-and-body 1 (parts data body))
(shape params-and-body 1 (parts params body))
(shape named-module 1 (option library-body) (parts data body) (one-line 0))
(shape language-module 2 (option library-body) (parts data data body) (drop 2) (one-line 0))
(shape receiver 1 (strategy drop))

;; The reports.
(define (list procedure) (name variable) (source r7rs))
(define-values 1 (parts params value) (one-line 76) (source r7rs))
(lambda params-and-body (one-line 34 54 64 0) (source r7rs))
(let (list plain-let) (name named-let) (source r7rs))
(letrec plain-let (parts bindings body) (source r7rs))
((let-syntax letrec-syntax) letrec (source r7rs))
(let* 1 (parts bindings body) (one-line 28) (source r7rs))
((letrec* let-values let*-values parameterize) let* (source r7rs))
(with-syntax let* (source r6rs))
(if aligned (option if-arms) (parts arg body) (one-line 30 58 64) (source r7rs))
(cond aligned (strategy cond) (parts cond-clause) (one-line 20) (source r7rs))
(case 1 (parts arg case-clause) (one-line 40) (source r7rs))
(case-lambda 0 (parts lambda-clause) (one-line 36) (source r7rs))
((when unless) 1 (one-line 30 40 40 24) (source r7rs))
(begin 0 (one-line 30 42 42) (source r7rs))
(and aligned (one-line 46 62 62) (source r7rs))
(or aligned (one-line 44 62 62) (source r7rs))
(shape elements call (strategy elements))
;; Authors seldom put a longer list of lists on one line.
(shape short-elements elements (one-line 50))
(list (list short-elements) (name elements) (source r7rs))
((vector append) elements (source r7rs))
(not call (strategy test) (source r7rs))
(assert not (source r6rs))
(do 2 (stay 1) (drop align) (parts do-bindings do-test body) (one-line 24) (source r7rs))
(guard 1 (parts guard-clauses body) (one-line 76 76 76 40) (source r7rs))
(define-record-type record-type (source r7rs))
(define-syntax 1 (parts signature value) (one-line 72) (source r7rs))
(syntax-rules (list rules) (name rules-with-ellipsis) (source r7rs))
(syntax-case 2 (parts arg data syntax-clause) (one-line 36) (source r6rs))
(library 1 (option library-body) (parts data declaration) (one-line 0) (source r6rs))
(define-library library (source r7rs))
;; A list as the producer begins below.
(call-with-values receiver (stay 0) (source r7rs))
((call-with-input-file call-with-output-file call-with-port) receiver (source r7rs))
((with-input-from-file with-output-to-file) receiver (source r7rs))
(call/cc call (source r7rs))
(call-with-current-continuation 0 (parts arg) (rest 1) (source r7rs))
(with-exception-handler call-with-current-continuation (source r7rs))
(dynamic-wind 0 (parts arg) (one-line 40) (source r7rs))
(set! aligned (parts data value) (source r7rs))
(cond-expand 0 (parts expand-clause) (rest 1) (one-line 34) (source r7rs))
;; How often names that begin below the operator stand at +2.
(export aligned (strategy export) (parts spec) (drop 2) (one-line 44) (seen 1653 1436 17))
(import aligned (strategy import) (parts spec) (drop 2) (one-line 40) (seen 1532 1394 17))
(quote data (source r7rs))

;; Requests for implementation.
(cons* elements (source srfi-1))
(and-let* let* (source srfi-2))
(receive 2 (parts params value body) (one-line 44) (source srfi-8))
(format aligned (strategy aligned) (stay message) (drop align) (source srfi-28))

;; Guile.
((define* define-public define*-public) define (source guile))
(define-syntax-rule 1 (parts pattern body) (one-line 34) (source guile))
(lambda* lambda (source guile))
(match 1 (parts arg match-clause) (one-line 44 54 54 0) (source guile))
(match* match (source racket))
((match-lambda match-lambda* match-lambda**) 0 (parts match-clause) (one-line 36 36 36 0) (source guile))
((match-let match-let*) let* (source guile))
(case-lambda* case-lambda (source guile))
(while when (one-line 30 40 40 0) (source guile))
(define-immutable-record-type define-record-type (source guile))
(define-module 1 (strategy module) (parts data module-clause) (one-line 0) (source guile))
(use-modules aligned (strategy import) (parts spec) (one-line 48) (source guile))
((call-with-input-string with-input-from-string) call-with-port (source guile))
((call-with-output-string with-output-to-string) 0 (parts arg) (source guile))
((catch with-throw-handler) call-with-port (source guile))

;; Gauche.
;; How often parameters touch it, in the files of Gauche.
(shape touching lambda (strategy touching))
(^ (list touching) (name call) (seen 2950 2941 1))
(let1 2 (parts data value body) (one-line 28) (source gauche))
((rlet1 and-let1 if-let1) let1 (source gauche))
(until when (source gauche))
((dotimes dolist) when (one-line 44 44 44 24) (source gauche))

;; Others.
((define-integrable define-inline define-constant define-macro) define (source mit chicken gambit))
(λ lambda (source racket))
(named-lambda lambda (parts signature body) (source mit))
(fluid-let letrec (source mit))
(define-synchronized-record-type define-record-type (source scheme48))
;; A record in MIT Scheme; in Scheme 48, a module: its name, its interface, and declarations.
(shape structure 1 (stay leading-and-params) (parts data declaration) (one-line 56))
(define-structure (list record-type) (name structure) (seen 122 110 3))
(define-structures 1 (parts bindings declaration) (one-line 0) (seen 12 12 1))
(let-fluid 2 (seen 13 13 1))
(define-command-syntax 2 (parts arg arg body) (one-line 76) (seen 44 42 1))
(module (list named-module) (name language-module) (source racket chicken))
((printf errorf) format (source chez))

;; Tests, whose first argument can be their name.
(test-assert (named receiver 2) (source srfi-64))
((test-equal test-eq test-eqv) (named receiver 3) (source srfi-64))
(test-approximate (named receiver 4) (source srfi-64))
(test-error (named receiver 3) (source srfi-64))
((test-group test-with-runner) receiver (source srfi-64))
(test-group-with-cleanup receiver (source srfi-64))
(test-case 1 (one-line 0) (seen 432 347 4))
(define-test-case 2 (stay leading-and-params) (parts data data body) (one-line 0) (seen 261 258 4))
;; How often a constant is beside the label.
(test* call (strategy aligned) (stay label-and-constant) (drop align) (seen 5517 4737 2))

;; The grammars of lalr-scm: options, tokens and rules.
(lalr-parser 0 (parts production) (rest 1) (one-line 0) (source lalr-scm))

;; The languages of nanopass: terminals, and the productions of nonterminals.
(define-language 1 (parts data nonterminal) (stay name-and-type) (one-line 0) (seen 54 52 1))
(define-pass 7 (parts data data data params data data data processor) (one-line 0) (seen 19 18 1))
(terminals 0 (one-line 24) (seen 34 33 2))
(nanopass-case 2 (parts arg arg match-clause) (seen 223 202 2))
(with-output-language 1 (seen 177 157 2))

;; Procedures that may have a string first.
((display write write-string error string-append mixed-text-file) call (source r7rs guix))

;; How to call a procedure of GIMP's, and rows of what it asks for.
((script-fu-register script-fu-register-filter script-fu-register-procedure) 1 (parts data row) (one-line 0) (source gimp))

;; Keys with their values.
(inlet elements (parts pair) (source s7))

;; Several communities, as their code shows.
(alet let* (seen 99 99 2))
(alet* let* (seen 24 24 2))
(begin-for-syntax 0 (one-line 0) (seen 30 30 2))
(begin0 1 (seen 158 128 5))
(bind-exit params-and-body (seen 41 41 1))
(define-c-lambda 3 (seen 193 190 1))
(define-condition-type 2 (parts data data field) (one-line 56) (seen 61 50 7))
(define-type define-record-type (seen 112 112 3))
(delay 0 (parts arg) (seen 50 47 12))
(do* do (seen 38 35 1))
(ecase case (seen 83 81 1))
(if-let 1 (seen 4 3 2))
(list-case case (source srfi-239))
(etypecase case (seen 12 12 1))
(eval-when data-and-body (seen 54 51 5))
(conde 0 (parts cond-clause) (one-line 20) (seen 82 82 1))
(fresh params-and-body (one-line 20 20 20 0) (seen 200 196 1))
(mlet 1 (seen 24 24 5))
(pass-if 1 (seen 200 200 1))
(run* params-and-body (one-line 40) (seen 198 180 1))
(fluid-let-syntax letrec (seen 65 64 3))
(fn lambda (seen 322 315 6))
(for 1 (seen 320 271 7))
(method (list params-and-body) (name call) (seen 343 322 5))
(call-with-new-thread call-with-current-continuation (seen 12 12 2))
(case-lambda-checked 0 (parts lambda-clause) (rest 1) (one-line 36) (seen 35 34 3))
(condition-case 1 (parts arg record-clause) (one-line 40) (source chicken))
(record-case condition-case (seen 20 19 1))
(defmacro (list procedure) (name lisp-macro) (seen 128 125 8))
(stream-let named-let (seen 69 55 10))
(syntax-parameterize letrec (seen 16 13 7))
(with-output-to-port 1 (seen 71 71 7))
(for/fold 2 (parts bindings bindings body) (one-line 28) (seen 16 16 1))
(labels letrec (seen 38 38 2))
(lambda-case case-lambda-checked (seen 10 9 1))
(let-optionals 2 (parts arg bindings body) (seen 32 29 6))
(let-optionals* let-optionals (seen 192 186 11))
(let-string-start+end 4 (parts data arg arg arg body) (seen 317 309 7))
(let-string-start+end2 5 (parts data arg arg arg arg body) (seen 79 79 3))
(let-vector-start+end let-string-start+end (seen 64 63 5))
(let/cc data-and-body (one-line any any any 0) (seen 110 108 2))
(let/ec data-and-body (seen 22 21 4))
(multiple-value-bind 1 (parts params value body) (one-line 44) (seen 200 200 1))
(opt-lambda lambda (seen 64 56 5))
(receive-and-return receive (seen 201 201 2))
(stream-lambda lambda (seen 197 168 9))
(synchronize 1 (seen 191 190 1))
(syntax/loc 1 (seen 50 50 2))
(trace-let named-let (seen 9 9 1))
(typecase case (seen 11 10 1))
(with-exception-catcher call-with-current-continuation (seen 37 28 2))

;; What the form of a name suggests, if the arguments look like its parts: the names of procedures match, too. A convention as the source
;; is a rule of thumb, which the projects that were counted do not bear out: of the calls that look so, 16 of 19 are indented like a
;; `case`, 26 of 60 like a `match`, 49 of 93 like a `let*`, and 643 of 963 have a body after `with-`. What ends in a question mark asks, and
;; is no form, whatever it begins with.
("*?" call (seen 595 477 30))
(("default*" "defer*" "definition*" "deflate*") call (source convention))
("def*" (list procedure-like) (name definition) (seen 804 603 8))
((".def*" "*:def" "*::define" "*.def") (list procedure-like) (name definition) (source convention))
(("let-*" "let**") (list let*) (name let-of) (source convention))
(("*-case" "case-*") case (source convention))
("with-*" receiver (stay leading) (source convention))
("*match*" match (source convention))
