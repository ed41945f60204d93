;; options: line-breaks=keep
(define phases
  '((with-directory-excursion "build"
      (write-all 'files)
      (when (file-exists? "log")
        (delete-file "log")))))
