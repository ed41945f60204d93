(receive (in out) (partition (lambda (x) (< x pivot)) lst) (append (qsort in) (list pivot) (qsort out)))
(guard (e ((string? e) (display e) #f) ((error-object? e) (report-error (error-object-message e)))) (parameterize ((verbose? #t)) (handle item)))
