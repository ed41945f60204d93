(cond ((eq? a b) 'same) (else (cond ((< a b) 'less) (else 'greater))))
