;; A default value is not broken if it fits below its keyword.
(define* (call-with-encoded-output-string encoding proc #:optional (conversion-strategy 'error))
  (proc encoding conversion-strategy))
