(pack Kawa (dialects kawa))

(make 1 (seen 13 10 1))

;; Each member of a class is on a line of its own.
((define-simple-class define-class) 2 (parts data data field) (one-line 0) (source kawa))
