;;; Prints, for each argument, the indentation rules that Emacs has in a Scheme file beside that .dir-locals.el.

(require 'scheme)
(setq enable-local-variables :all
      enable-local-eval t)

(defun all-rules ()
  (let (rules)
    (mapatoms
     (lambda (name)
       (when (plist-member (symbol-plist name) 'scheme-indent-function)
         (push (cons name (get name 'scheme-indent-function)) rules))))
    rules))

(let ((before (all-rules))
      (file (car command-line-args-left)))
  (setq command-line-args-left nil)
  (find-file file)
  (dolist (rule (all-rules))
    (unless (member rule before)
      (princ (format "%s\t%s\n" (car rule) (cdr rule))))))
