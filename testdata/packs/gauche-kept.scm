;; options: line-breaks=keep
(use gauche.sequence)
(use util.match)
(define (longest strings)
  (fold (^(s best)
          (if (> (string-length s) (string-length best))
            s
            best))
        "" strings))
(define (settings args)
  (let-args args ((verbose "v|verbose")
                  (size "s|size=i" 10)
                  . rest)
    (list verbose size rest)))
(define (replace-file name)
  (unwind-protect
      (write-file name)
    (sys-unlink (backup-of name))))
(define (count-words port)
  (rxmatch-case (read-line port)
    [#/^(\d+)$/ (#f digits)
      (string->number digits)]
    [else 0]))
(define (header line)
  (if-let1 m (rxmatch #/^(\w+):/ line)
    (m 1)
    #f))
(define-method write-object ((s <shelf>) port)
  (let1 name (name-of s)
    (format port "#<shelf ~a>" name)))
(define (make-it)
  (make <shelf>
    :name "one"
    :items '()))
(define countdown
  (rec (loop n)
    (unless (zero? n)
      (loop (- n 1)))))
