(receive (in out) (partition (lambda (x) (< x pivot)) lst) (append (qsort in) (list pivot) (qsort out)))
