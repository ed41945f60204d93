;; options: line-breaks=keep
(define (search text #!optional start end)
  (let-optionals* rest ((start 0)
                        (end (string-length text)))
    (find-in text start end)))
(define (span s start end)
  (let-string-start+end (start end) span s (list start end)
    (- end start)))
(define result
  (call-with-escape
   (lambda (escape)
     (escape 1))))
