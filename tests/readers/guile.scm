(define (try thunk) (catch #t thunk (lambda _ 'unreadable)))
(define (read-datum port) (read port))
(define (flush) (force-output))
;; G-expressions, as (guix gexp) reads them.
(define (read-gexp char port) (list 'gexp (read port)))
(define (read-ungexp plain spliced)
  (lambda (char port)
    (define mark
      (cond ((eqv? (peek-char port) #\@) (read-char port) spliced)
            (else plain)))
    (list mark (read port))))
(read-hash-extend #\~ read-gexp)
(read-hash-extend #\$ (read-ungexp 'ungexp 'ungexp-splicing))
(read-hash-extend #\+ (read-ungexp 'ungexp-native 'ungexp-native-splicing))
