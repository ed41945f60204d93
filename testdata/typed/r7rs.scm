;; Queues of two lists, a small interpreter, and other things to type.
(define-library (example typed)
  (export make-queue
          evaluate
          fizz
          count-lines)
  (import (scheme base)
          (scheme file)
          (scheme write))
  (begin
    (define-record-type queue
      (%make-queue front back)
      queue?
      (front queue-front set-queue-front!)
      (back queue-back set-queue-back!))
    (define (make-queue . items) (%make-queue items '()))

    (define (evaluate expression environment)
      (cond ((symbol? expression)
             (cdr (assq expression environment)))
            ((number? expression) expression)
            (else
             (case (car expression)
               ((quote) (cadr expression))
               ((if)
                (let ((test (evaluate (cadr expression) environment)))
                  (evaluate ((if test caddr cadddr) expression) environment)))
               (else
                (apply (evaluate (car expression) environment)
                       (map (lambda (argument) (evaluate argument environment))
                            (cdr expression))))))))

    ;; The numbers up to a limit, some of them by name.
    (define (fizz limit)
      (do ((i 1 (+ i 1))
           (names '() (cons (if (zero? (modulo i 3)) 'fizz i) names)))
          ((> i limit) (reverse names))
        (when (zero? (modulo i 100))
          (display "another hundred")
          (newline))))
    (define (count-lines file)
      (call-with-input-file file
        (lambda (port)
          (let loop ((count 0) (line (read-line port)))
            (if (eof-object? line)
                count ; at the end
                (loop (+ count 1) (read-line port)))))))
    (define names
      (list "one of the longer strings"
            "and another one of the longer strings"
            'symbol
            #\(
            #(1 2 3)
            `(a ,(car table) ,@names)))
    (define (guarded thunk)
      (guard (condition ((error-object? condition)
                         (display (error-object-message condition))
                         #f)
                        ((string? condition) condition))
        (dynamic-wind
          (lambda () #t)
          thunk
          (lambda () (newline)))))))
