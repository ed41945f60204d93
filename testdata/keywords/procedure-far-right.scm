;; options: dialect=racket
;; A procedure of several lines does not begin far to the right of its keyword.
(struct demand-chain (demands) #:property prop:procedure (lambda (self key ci) (for/or ([demand (in-list (demand-chain-demands self))]) (demand key ci))))
(serve #:port 8080 #:handler (lambda (request body) (respond request body) (log-the-request request)))
