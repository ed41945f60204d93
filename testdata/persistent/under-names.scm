;; options: line-breaks=persistent line-width=56
;; New lines of an import set go where its lines are.
(import
  (only (shapes basic) area circle circumference ellipse
                       square triangle)
  (only (shapes text) draw erase measure underline move dash
                      justify))
