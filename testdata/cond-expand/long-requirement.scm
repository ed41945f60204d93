(cond-expand ((and (library (srfi 133)) (library (srfi 151)) (not chibi) (or full-unicode unicode)) (import (srfi 133) (srfi 151))) (else (import (vector-library-of-our-own))))
