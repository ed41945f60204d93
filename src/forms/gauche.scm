(pack Gauche (dialects gauche))

(shape touching lambda (strategy touching))

;; How often a list of parameters touches it.
(^ (list touching) (name call) (seen 2950 2941 1))
(define-cclass 1 (seen 54 54 1))
(loop-guarded 1 (seen 22 22 1))
(quasirename 1 (seen 200 200 1))
(match-let1 let1 (seen 89 86 1))
(rxmatch-case record-case (seen 47 46 1))
(rxmatch-if 2 (seen 14 12 1))
(rxmatch-let 2 (seen 12 11 1))
(test* call (seen 200 164 1))
