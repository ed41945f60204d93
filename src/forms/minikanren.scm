(pack miniKanren (libraries minikanren faster-minikanren kanren mk mk.scm mk-vicare.scm))

(run 2 (parts arg params body) (one-line 40) (source minikanren))
(project 1 (seen 7 7 1))
