(guard (e ((file-error? e) (display "no such file") #f) (else (display "error: ") (display (condition/report-string e)) (newline) #f)) (call-with-input-file file read))
