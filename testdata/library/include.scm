(define-library (a) (export b) (import (scheme base)) (include "first-part-of-the-library.scm" "second-part-of-the-library.scm" "third.scm") (include-ci "old.scm"))
