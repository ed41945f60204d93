(define menu '(file (open "Open a file" open-file) (save "Save the file" save-file) - (quit "Quit" exit)))
