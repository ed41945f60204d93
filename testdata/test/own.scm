;; An operator that has a string and then lists at top level names what it tests, in other forms, too.
(check "an empty queue has no front" (let ((queue (make-queue))) (raises? (queue-front queue))))
(when (slow-tests?) (check "a queue of many elements" (let ((queue (fill! (make-queue) 1000000))) (queue? queue))))
;; Elsewhere, it is a call.
(verify "two and two" 4 (let ((sum-of-two-numbers (+ 2 2))) (list sum-of-two-numbers sum-of-two-numbers)))
(string-append "what is appended to a string is " (symbol->string (type-of value)) (number->string number-of-values))
(display "what is shown on a port is the representation of a value" (port-of-the-terminal (current-terminal)))
(error "what is wrong is not known to this program, but may be to another one" (list first-value second-value))
