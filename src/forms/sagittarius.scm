(pack Sagittarius (dialects sagittarius) (libraries sagittarius))

(smatch match (seen 93 92 1))
(with-args 2 (seen 20 20 1))
(test-group 1 (seen 200 176 1))
(make 1 (source sagittarius))
(define-method definition (parts data params body) (source sagittarius))
(library 3 (stay 1) (option library-body) (parts data declaration declaration declaration) (one-line 0) (source sagittarius))
