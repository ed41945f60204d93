(define packages
  (list zlib
    coreutils))
(define (double x) (* 2 x))
(for-each
  (lambda (package) (install package)
    (report package))
  packages)
(let ((first (car packages)))
(f   first)
  (vector 1   2
      3))
