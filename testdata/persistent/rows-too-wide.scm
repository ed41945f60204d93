;; options: line-breaks=persistent
;; Rows of a table of data stay on one line, with their columns; another row that is too wide without its gaps keeps them.
(define table
  '((name                    value (a list of symbols that is rather long for a line))
    (another-name            value (a list of symbols that is rather long for a line))
    (a-name-beyond-the-column of the others (a list of symbols that is rather long for a line))
    (short                   value (one))
    (last                    value (a list of symbols that is far too long for a line, whatever precedes))))

(define (f options)
  (let* ((expr-wait-flags (wait-flags-of-the-expression options))
         (status          (wait-for-the-job-in-the-foreground 'expression job options))
         (other           (wait-for-the-job-in-the-foreground 'expr job options)))
    (g status)))
