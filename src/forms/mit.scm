(pack MIT (dialects mit))

(define-structure define-record-type (source mit))

(bind-condition-handler 2 (seen 52 52 1))
(standard-print-method 1 (seen 29 26 1))
(make-condition-type 3 (seen 12 11 1))
(dynamic-wind call (seen 48 46 1))
(define-record-type 3 (parts data field data field) (stay 1) (one-line 56) (seen 23 23 1))
(enumeration-case 2 (seen 18 14 1))
(with-working-directory-pathname 1 (seen 23 22 1))

;; What an editor for this community indents so.
(bind-restart 3 (source edwin))
(delay-force 0 (source edwin))
(let*-syntax 1 (source edwin))
(list-parser 0 (source edwin))
(local-declare 1 (source edwin))
(object-parser 0 (source edwin))
(vector-parser 0 (source edwin))
(with-restart 4 (source edwin))
(with-simple-restart 2 (source edwin))
(within-continuation 1 (source edwin))
