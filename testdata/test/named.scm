;; The name of a test is a string or a symbol, at any depth.
(import (srfi 64))
(test-with-runner (test-runner-simple) (test-begin "all") (test-assert opens (port? (open-a-port-that-is-not-open-yet-for-reading path))) (test-end))
(define (run)
  (test-group "all" (when (ready?) (test-assert "opens" (let ((port (open-it))) (port? port))))
    (let ((x 1)) (test-equal "keeps the order of its arguments" '(1 2 3) (list x (increment-of x) (increment-of (increment-of x)))))
    (test-equal order '(1 2 3 4 5 6 7 8 9) (sort-of-all-the-numbers-that-there-are numbers <))
    (test-equal '(1 2 3 4 5 6 7 8 9) (sort-of-all-the-numbers-that-there-are numbers-of-this-file <))))
