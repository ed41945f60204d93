(define-key 'dired #\c-\] 'dired-abort)
(list #\M-\) #\\ #\) #\( #\a)
