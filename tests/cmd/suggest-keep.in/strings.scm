;; Here, too, the columns are the author's.

(define (pad-left text width)
  (if (< (string-length text) width)
    (pad-left (string-append " " text)
              width)
    text))

(define join
  (case-lambda
   ((texts)
    (join texts " "))
   ((texts between)
    (if (null? texts)
      ""
      (fold-right (lambda (text rest)
                    (if (string=? rest "")
                      text
                      (string-append text between rest)))
                  ""
                  texts)))
   ((texts before after)
    (string-append before
                   (join texts)
                   after))))
