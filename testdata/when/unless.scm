(unless (file-exists? name) (display "creating ") (display name) (newline) (create-file name))
