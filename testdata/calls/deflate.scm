;; What begins with `deflate` defines nothing.
(define (pack bytes)
  (deflate-bytes (make-buffer bytes)
                 (compression-level 'high)
                 (window-size (bytes-length bytes))))
