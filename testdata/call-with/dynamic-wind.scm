(dynamic-wind (lambda () (acquire! lock)) (lambda () (critical-section data)) (lambda () (release! lock)))
