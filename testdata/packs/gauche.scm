;; options: dialect=gauche
(define (f x) (rxmatch-case x (#/abcdefghijklmnopqrstuvwxyz/ (#f name value) (display name) (display value)) (test string? (foo)) (else (display 1) (newline)) ((a b) (foo c d e f g h i j k l m n o p q r s t u v w x y z))))
(test* "this is the name of the test" '(expected value of the test) (procedure-that-is-tested with some arguments))
(define-cproc transfer-all-bindings (from::<module> to::<module> symbols :optional (flags #f)) ::<void> (Scm_Transfer from to symbols flags))
(define-method write-all-objects ((object <object-with-a-long-name>) (port <port>)) (write object port))
(define-method initialize-object :after ((object <object-with-a-long-name>) arguments) (register object))
(define-cproc hash-of-port (port::<port> salt::<fixnum>) ::<fixnum> :constant (return (+ (hash port) (hash salt))))
(define-cfn hash (obj::ScmObj) ::u_long :static (return (Scm_Hash obj)))
(define-cproc port-salt (port::<port>) ::<fixnum> :fast-flonum :constant (let* ([salt::long (hash port)]) (return (+ salt 1))))
