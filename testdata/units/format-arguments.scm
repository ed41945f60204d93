;; options: line-width=40
(format #t "~a of ~a, after ~a of ~a s~%" done all elapsed limit)
(format "~a of ~a files, after ~a of ~a s" done all elapsed limit)
(format #t "~a of ~a files~%" (count-of done) (count-of all))
