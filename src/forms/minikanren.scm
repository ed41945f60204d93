(pack miniKanren (libraries minikanren faster-minikanren kanren mk mk.scm mk-vicare.scm))

(project 1 (seen 7 7 1))
