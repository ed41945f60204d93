(library (a) (export (rename (internal-name external-name) (another-internal-name another-external-name)) plain) (import (rnrs)))
(define-library (b) (export (rename internal external) (rename %a a)) (import (scheme base)))
