;;; schemefmt-tests.el --- Tests of schemefmt.el  -*- lexical-binding: t; -*-

;;; Commentary:

;; emacs -batch -Q -L . -l schemefmt-tests.el -f ert-run-tests-batch-and-exit
;;
;; The program is what the environment variable SCHEMEFMT names, or the one
;; that `exec-path' leads to, and the folder TYPED has programs to type.

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'scheme)
(require 'schemefmt)
(require 'tramp)

(defvar schemefmt-tests--program (or (getenv "SCHEMEFMT") "schemefmt"))

(defconst schemefmt-tests--messy "\
;; What there is to do,
;; and what for it.

(define (target n) (let loop ((i n)(a #T))
     (cond ((= i 0) a) (else (loop (- i 1) 'target-of-the-cursor)))
     ))


(define text \"a text
   (of  two lines\" )
; λ a comment
(define (last-one n) (if (= n 0)
1
(* n (last-one (- n 1)))))   ; the end
")

(defun schemefmt-tests--formatted (text &rest arguments)
  "What the program with ARGUMENTS makes of TEXT."
  (let ((coding-system-for-read 'utf-8-unix)
        (coding-system-for-write 'utf-8-unix))
    (with-temp-buffer
      (insert text)
      (should (equal 0 (apply #'call-process-region
                              nil nil schemefmt-tests--program t '(t nil) nil
                              "--no-config" (append arguments '("-")))))
      (buffer-string))))

(defvar schemefmt-tests--tidy
  (schemefmt-tests--formatted schemefmt-tests--messy)
  "What the program makes of the messy text.")

;; The list that the cond is in is not closed.
(defconst schemefmt-tests--broken
  (string-replace "a) (else" "a (else" schemefmt-tests--messy))

(defun schemefmt-tests--text ()
  "The whole text of the buffer."
  (save-restriction
    (widen)
    (buffer-substring-no-properties (point-min) (point-max))))

(defun schemefmt-tests--at (text)
  "Where TEXT begins."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (search-forward text)
      (match-beginning 0))))

(defvar schemefmt-tests--name "messy.scm"
  "The name of the file that is visited.")

(defmacro schemefmt-tests--visiting (text &rest body)
  "With a file of TEXT visited in the selected window do BODY.
`file' is its path."
  (declare (indent 1) (debug t))
  `(let* ((folder (file-name-as-directory (make-temp-file "it's a folder" t)))
          (file (expand-file-name schemefmt-tests--name folder))
          (flymake-diagnostic-functions nil)
          (schemefmt-program schemefmt-tests--program)
          (coding-system-for-write 'utf-8-unix)
          (make-backup-files nil)
          (inhibit-message t))
     (with-temp-file file (insert ,text))
     (save-window-excursion
       (unwind-protect
           (progn
             (find-file file)
             (unless (derived-mode-p 'scheme-mode)
               (scheme-mode))
             (let ((coding-system-for-write nil))
               ,@body))
         (with-current-buffer (get-file-buffer file)
           (set-buffer-modified-p nil)
           (kill-buffer))
         (delete-directory folder t)))))

(defun schemefmt-tests--report ()
  "What the window of errors shows, or nil if there is none."
  (let ((window (get-buffer-window "*schemefmt*")))
    (and window (with-current-buffer (window-buffer window)
                  (schemefmt-tests--text)))))

(ert-deftest schemefmt-tests-buffer ()
  (schemefmt-tests--visiting schemefmt-tests--messy
    (schemefmt-buffer)
    (should (equal (schemefmt-tests--text) schemefmt-tests--tidy))
    (should-not (schemefmt-tests--report))))

(ert-deftest schemefmt-tests-nothing-to-do ()
  (schemefmt-tests--visiting schemefmt-tests--tidy
    (schemefmt-buffer)
    (should-not (buffer-modified-p))
    (should-not buffer-undo-list)))

(ert-deftest schemefmt-tests-places ()
  "Point, mark and markers stay where they are in the code."
  (schemefmt-tests--visiting schemefmt-tests--messy
    (let ((last (copy-marker (schemefmt-tests--at "(last-one n) (if")))
          (behind (copy-marker (+ 2 (schemefmt-tests--at "n) (let"))))
          (one (copy-marker (schemefmt-tests--at "1\n")))
          (overlay (make-overlay (schemefmt-tests--at "(cond")
                                 (+ 5 (schemefmt-tests--at "(cond")))))
      (goto-char (+ 7 (schemefmt-tests--at "target-of")))
      (push-mark (schemefmt-tests--at "(- i 1)") t t)
      (schemefmt-buffer)
      (should (looking-at-p "of-the-cursor"))
      (should (= (mark) (schemefmt-tests--at "(- i 1)")))
      (should (= last (schemefmt-tests--at "(last-one n)\n")))
      ;; A place behind a word stays behind it, though a line ends there now.
      (should (= behind (+ 2 (schemefmt-tests--at "n)\n  (let"))))
      (should (= one (schemefmt-tests--at "1\n")))
      (should (equal "(cond" (buffer-substring (overlay-start overlay)
                                               (overlay-end overlay)))))))

(ert-deftest schemefmt-tests-every-place ()
  "Wherever point is in a word, it stays in it."
  (let (after)
    (schemefmt-tests--visiting schemefmt-tests--messy
      (let* ((inside (cl-loop for i from 2 below (point-max)
                              when (and (schemefmt--solid-p (char-before i))
                                        (schemefmt--solid-p (char-after i)))
                              ;; Where a blank is put in, a place has two sides.
                              unless (memq (char-before i) '(?\)))
                              collect i))
             (before (mapcar (lambda (i) (cons (char-before i) (char-after i)))
                             inside))
             (markers (mapcar #'copy-marker inside)))
        (schemefmt-buffer)
        (setq after (mapcar (lambda (i) (cons (char-before i) (char-after i)))
                            markers))
        (should (> (length inside) 100))
        (should (equal (cl-subst ?t ?T before) after))))))

(ert-deftest schemefmt-tests-undo ()
  "One undo takes it all back."
  (schemefmt-tests--visiting schemefmt-tests--messy
    (buffer-enable-undo)
    (schemefmt-buffer)
    (undo-boundary)
    (let ((last-command nil)) (undo))
    (should (equal (schemefmt-tests--text) schemefmt-tests--messy))))

(ert-deftest schemefmt-tests-narrowed ()
  "All is formatted, and the same form is what the buffer is narrowed to."
  (schemefmt-tests--visiting schemefmt-tests--messy
    (narrow-to-region (schemefmt-tests--at "(define (target")
                      (+ 2 (schemefmt-tests--at "))\n\n\n(define text")))
    (schemefmt-buffer)
    (should (equal (schemefmt-tests--text) schemefmt-tests--tidy))
    (should (= (point-min) (schemefmt-tests--at "(define (target n)")))
    (should (= (point-max) (schemefmt-tests--at "\n\n\n(define text")))))

(ert-deftest schemefmt-tests-narrowed-to-what-gets-a-line ()
  "A line end put in behind the last word does not come into sight."
  (schemefmt-tests--visiting "(define a 1)(define b 2)\n"
    (narrow-to-region 1 13)
    (schemefmt-buffer)
    (should (equal (buffer-string) "(define a 1)"))
    (should (equal (schemefmt-tests--text) "(define a 1)\n(define b 2)\n"))))

(ert-deftest schemefmt-tests-window-start ()
  "The line at the top of a window stays there, in every window."
  (schemefmt-tests--visiting
      (concat (apply #'concat (make-list 50 schemefmt-tests--messy))
              "(define (here) (list 1\n2))\n"
              (apply #'concat (make-list 50 schemefmt-tests--messy)))
    (let ((other (split-window)))
      (set-window-start nil (schemefmt-tests--at "(define (here)"))
      (goto-char (schemefmt-tests--at "2))\n;; What there"))
      (set-window-start other (schemefmt-tests--at "2))\n;; What there"))
      (schemefmt-buffer)
      (should (= (window-start) (schemefmt-tests--at "(define (here)")))
      ;; Its line has become a part of the one before.
      (should (= (window-start other) (schemefmt-tests--at "(define (here)")))
      (should (= (point) (schemefmt-tests--at "2))\n;; What there"))))))

(ert-deftest schemefmt-tests-broken ()
  "Forms with errors stay, others do not, and a window tells why and where."
  (schemefmt-tests--visiting schemefmt-tests--broken
    (goto-char (+ 7 (schemefmt-tests--at "target-of")))
    (schemefmt-buffer)
    (let ((form (regexp-quote "(define (target n) (let loop ((i n)(a #T))\n")))
      (should (string-match-p form (schemefmt-tests--text)))
      (should (string-match-p "^(define text\n  \"a text$"
                              (schemefmt-tests--text))))
    (should (looking-at-p "of-the-cursor"))
    (should (eq (window-buffer) (get-file-buffer file)))
    (should (string-match-p "\\`error\\[unclosed-list\\]" (schemefmt-tests--report)))
    (should (string-match-p "messy\\.scm:4:[0-9]+$" (schemefmt-tests--report)))
    (should (string-match-p "schemefmt: error\\[unclosed"
                            (with-current-buffer "*Messages*"
                              (schemefmt-tests--text))))
    ;; The window leads to the place.
    (let ((next-error-last-buffer (get-buffer "*schemefmt*")))
      (next-error)
      (should (equal (buffer-file-name) file))
      (should (= 4 (line-number-at-pos))))
    ;; It goes when the text is in order.
    (erase-buffer)
    (insert schemefmt-tests--messy)
    (schemefmt-buffer)
    (should-not (schemefmt-tests--report))))

(ert-deftest schemefmt-tests-region ()
  "Only what the region touches is formatted, in a text with faults."
  (schemefmt-tests--visiting (concat schemefmt-tests--messy "(define (f x)\n")
    (schemefmt-region (schemefmt-tests--at "(define (target")
                      (schemefmt-tests--at "target-of"))
    (let ((before (string-match "\n\n(define text" schemefmt-tests--tidy))
          (after (string-match "\n\n(define text" schemefmt-tests--messy)))
      (should (equal (schemefmt-tests--text)
                     (concat (substring schemefmt-tests--tidy 0 before)
                             (substring schemefmt-tests--messy after)
                             "(define (f x)\n"))))))

(ert-deftest schemefmt-tests-region-narrowed ()
  "The region is told by its place in the whole text."
  (schemefmt-tests--visiting "(a  λ)\n(b  λ)\n(c  λ)\n"
    (narrow-to-region 8 14)
    (schemefmt-region 8 9)
    (should (equal (schemefmt-tests--text) "(a  λ)\n(b λ)\n(c  λ)\n"))
    (should (equal (buffer-string) "(b λ)"))))

(ert-deftest schemefmt-tests-defun ()
  "The form that point is in or behind is formatted, and no other one."
  (dolist (case '(("target-of" . "(a  b)\n(f (g target-of))\n(c  d)\n")
                  ("\n(c" . "(a  b)\n(f (g target-of))\n(c  d)\n")
                  ("a  b" . "(a b)\n(f   (g target-of))\n(c  d)\n")
                  ("(c" . "(a  b)\n(f   (g target-of))\n(c d)\n")))
    (schemefmt-tests--visiting "(a  b)\n(f   (g target-of))\n(c  d)\n"
      (goto-char (schemefmt-tests--at (car case)))
      (schemefmt-defun)
      (should (equal (schemefmt-tests--text) (cdr case))))))

(ert-deftest schemefmt-tests-save ()
  "Saving formats, also a text with errors."
  (schemefmt-tests--visiting schemefmt-tests--messy
    (schemefmt-on-save-mode)
    (goto-char (+ 7 (schemefmt-tests--at "target-of")))
    (execute-kbd-macro "x\C-x\C-s")
    (should-not (buffer-modified-p))
    (should (looking-at-p "of-the-cursor"))
    (let ((saved (with-temp-buffer
                   (insert-file-contents file)
                   (buffer-string))))
      (should (equal saved (string-replace "target-of" "target-xof"
                                           schemefmt-tests--tidy))))
    (execute-kbd-macro "(\C-x\C-s")
    (should-not (buffer-modified-p))
    (should (schemefmt-tests--report))
    (schemefmt-on-save-mode -1)
    (execute-kbd-macro "\C-?  \C-x\C-s")
    (should (looking-back "target-x  " (line-beginning-position)))))

(ert-deftest schemefmt-tests-no-program ()
  "Without the program a file can be saved, and a window tells."
  (schemefmt-tests--visiting schemefmt-tests--messy
    (let ((schemefmt-program "no-such-program"))
      (schemefmt-on-save-mode)
      (insert "; x\n")
      (save-buffer)
      (should-not (buffer-modified-p))
      (should (string-match-p "no-such-program" (schemefmt-tests--report))))
    (schemefmt-buffer)
    (should-not (schemefmt-tests--report))))

(ert-deftest schemefmt-tests-killed ()
  "Nothing is taken from a program that is killed."
  (schemefmt-tests--visiting schemefmt-tests--messy
    (let ((schemefmt-program (expand-file-name "killed" folder)))
      (with-temp-file schemefmt-program
        (insert "#!/bin/sh\necho '(define'\nkill -9 $$\n"))
      (set-file-modes schemefmt-program #o755)
      (dolist (command '(schemefmt-buffer schemefmt-repair))
        (funcall command)
        (should (equal (schemefmt-tests--text) schemefmt-tests--messy))
        (should (schemefmt-tests--report))))
    (schemefmt-buffer)
    (should-not (schemefmt-tests--report))))

(ert-deftest schemefmt-tests-read-only ()
  (schemefmt-tests--visiting schemefmt-tests--messy
    (read-only-mode)
    (should-error (call-interactively #'schemefmt-buffer)
                  :type 'buffer-read-only)))

(ert-deftest schemefmt-tests-coding ()
  "Line ends and encoding of the file stay."
  (schemefmt-tests--visiting ""
    (insert "(a   \"ä\")\n(b)\n")
    (set-buffer-file-coding-system 'latin-1-dos)
    (schemefmt-on-save-mode)
    (save-buffer)
    (should (equal (with-temp-buffer
                     (set-buffer-multibyte nil)
                     (insert-file-contents-literally file)
                     (buffer-string))
                   "(a \"\344\")\r\n(b)\r\n"))))

(ert-deftest schemefmt-tests-raw-bytes ()
  "Bytes that are no text stay as they are."
  (schemefmt-tests--visiting ""
    (set-buffer-file-coding-system 'utf-8-unix)
    (insert "(a   \"" (string-to-multibyte "\377") "\")\n")
    (schemefmt-buffer)
    (should (equal (schemefmt-tests--text)
                   (concat "(a \"" (string-to-multibyte "\377") "\")\n")))))

(ert-deftest schemefmt-tests-configuration ()
  "The nearest schemefmt.toml and the arguments hold."
  (schemefmt-tests--visiting "(f '(1 2 3 4) '(5 6 7 8) '(9 10 11 12))\n"
    (with-temp-file (expand-file-name "schemefmt.toml" folder)
      (insert "line-width = 30\n"))
    (schemefmt-buffer)
    (should (< 1 (count-lines (point-min) (point-max))))
    (should (equal (schemefmt-tests--text)
                   (schemefmt-tests--formatted (schemefmt-tests--text)
                                               "--line-width=30")))
    (let ((schemefmt-arguments '("--line-width=60")))
      (schemefmt-buffer))
    (should (equal (schemefmt-tests--text)
                   "(f '(1 2 3 4) '(5 6 7 8) '(9 10 11 12))\n"))))

(ert-deftest schemefmt-tests-no-file ()
  "A buffer without a file is formatted too."
  (with-temp-buffer
    (let ((schemefmt-program schemefmt-tests--program))
      (insert "(a   b)")
      (schemefmt-buffer)
      (should (equal (schemefmt-tests--text) "(a b)\n")))))

(ert-deftest schemefmt-tests-remote ()
  "A file of another host is formatted there, with what is configured there."
  (schemefmt-tests--visiting "(f '(1 2 3 4) '(5 6 7 8) '(9 10 11 12))\n"
    (with-temp-file (expand-file-name "schemefmt.toml" folder)
      (insert "line-width = 30\n"))
    (let ((tramp-methods
           (cons '("mock"
                   (tramp-login-program "sh")
                   (tramp-login-args (("-i")))
                   (tramp-remote-shell "/bin/sh")
                   (tramp-remote-shell-args ("-c"))
                   (tramp-connection-timeout 10))
                 tramp-methods))
          (tramp-default-host-alist
           (list (list "\\`mock\\'" nil (system-name))))
          (tramp-verbose 0)
          (schemefmt-program (or (executable-find schemefmt-tests--program)
                                 schemefmt-tests--program))
          (remote (concat "/mock::" file)))
      (find-file remote)
      (unwind-protect
          (progn
            (should (file-remote-p default-directory))
            (schemefmt-buffer)
            (should (equal (schemefmt-tests--text)
                           (schemefmt-tests--formatted (schemefmt-tests--text)
                                                       "--line-width=30")))
            (should (< 1 (count-lines (point-min) (point-max))))
            (goto-char (point-max))
            (insert "(g\n")
            (schemefmt-buffer)
            (should (string-match-p "unclosed-list" (schemefmt-tests--report)))
            (should-not (schemefmt-tests--findings)))
        (set-buffer-modified-p nil)
        (kill-buffer)
        (tramp-cleanup-all-connections)))))

(defvar schemefmt-tests--programs
  (mapcar (lambda (file)
            (cons (file-name-nondirectory file)
                  (with-temp-buffer
                    (insert-file-contents file)
                    (buffer-string))))
          (directory-files (or (getenv "TYPED") "../../../testdata/typed")
                           t "\\`[^.]"))
  "Programs as the formatter writes them, each with the name of its file.")

(defun schemefmt-tests--type (text)
  "Type TEXT line by line, and no blank at the start of a line."
  (let ((lines (split-string text "\n")))
    (execute-kbd-macro (string-trim-left (car lines)))
    (dolist (line (cdr lines))
      (execute-kbd-macro (kbd "RET"))
      (execute-kbd-macro (string-trim-left line)))))

(ert-deftest schemefmt-tests-typed ()
  "What is typed is what the formatter writes; without the mode it is not."
  (pcase-dolist (`(,schemefmt-tests--name . ,program)
                 schemefmt-tests--programs)
    (schemefmt-tests--visiting ""
      (schemefmt-indent-mode)
      (schemefmt-tests--type program)
      (should (equal (schemefmt-tests--text) program))
      (schemefmt-indent-mode -1)
      (erase-buffer)
      (schemefmt-tests--type program)
      (should-not (equal (schemefmt-tests--text) program)))))

(defun schemefmt-tests--requests (function)
  "How many requests the server gets while FUNCTION is called."
  (let ((count 0))
    (cl-letf* ((request (symbol-function 'jsonrpc-request))
               ((symbol-function 'jsonrpc-request)
                (lambda (connection method &rest arguments)
                  (unless (eq method :initialize)
                    (cl-incf count))
                  (apply request connection method arguments))))
      (funcall function))
    count))

(ert-deftest schemefmt-tests-indent-region ()
  "A region is indented by one request, without the blanks of blank lines."
  (pcase-dolist (`(,schemefmt-tests--name . ,program)
                 schemefmt-tests--programs)
    (schemefmt-tests--visiting
        (replace-regexp-in-string
         "^$" "  " (replace-regexp-in-string "^ +" "" program))
      (schemefmt-indent-mode)
      (goto-char (schemefmt-tests--at "define"))
      (should (equal 1 (schemefmt-tests--requests
                        (lambda ()
                          (indent-region (point-min) (point-max))))))
      (should (equal (string-trim-right (schemefmt-tests--text))
                     (string-trim-right program)))
      (should (looking-at-p "define")))))

(ert-deftest schemefmt-tests-indent-sexp ()
  "\\[indent-sexp] follows the rules of the formatter, in narrowing, too."
  (schemefmt-tests--visiting
      "(g)\n(cond ((f)\n=> (lambda (x)\nx))\n(else\n1))\n(h\n1)\n"
    (schemefmt-indent-mode)
    (goto-char (schemefmt-tests--at "(cond"))
    (narrow-to-region (point) (point-max))
    (execute-kbd-macro (kbd "C-M-q"))
    (should (equal (schemefmt-tests--text)
                   (concat "(g)\n(cond ((f)\n       => (lambda (x)\n"
                           "            x))\n      (else\n       1))\n"
                           "(h\n1)\n")))))

(ert-deftest schemefmt-tests-indent-unreadable-region ()
  "If the text cannot be read, lines are indented as without the mode.
The server is asked once all the same."
  (schemefmt-tests--visiting "(f (g\n1)\n(h 2\n3) . )\n"
    (schemefmt-indent-mode)
    (should (equal 1 (schemefmt-tests--requests
                      (lambda ()
                        (indent-region (point-min) (point-max))))))
    (should (equal (schemefmt-tests--text)
                   "(f (g\n    1)\n   (h 2\n      3) . )\n"))))

(ert-deftest schemefmt-tests-report-from-its-beginning ()
  "The window shows how the report begins, the second time, too."
  (schemefmt-tests--visiting schemefmt-tests--broken
    (dotimes (_ 2)
      (schemefmt-buffer)
      (let ((window (get-buffer-window "*schemefmt*")))
        (should (equal 1 (window-start window)))
        (should (equal 1 (window-point window)))
        (with-selected-window window
          (goto-char (point-max))
          (recenter 0))))))

(ert-deftest schemefmt-tests-tab ()
  "Point stays where it is in the code, and narrowing hides nothing."
  (schemefmt-tests--visiting "(f (g 1)\n 2\n3 \"a\n   b\"\n"
    (schemefmt-indent-mode)
    (goto-char (1+ (schemefmt-tests--at "2")))
    (narrow-to-region (line-beginning-position) (point-max))
    (execute-kbd-macro (kbd "TAB"))
    (should (equal (current-column) 4))
    (goto-char (schemefmt-tests--at "3"))
    (execute-kbd-macro (kbd "TAB"))
    (should (looking-at-p "3 \"a"))
    ;; A line in a string stays.
    (goto-char (schemefmt-tests--at "b\""))
    (execute-kbd-macro (kbd "TAB"))
    (should (equal (schemefmt-tests--text)
                   "(f (g 1)\n   2\n   3 \"a\n   b\"\n"))))

(ert-deftest schemefmt-tests-tabs ()
  "Lines are indented with tabs where the project is."
  (schemefmt-tests--visiting "(define (name x)\n(list-of x\n1\n2))\n"
    (with-temp-file (expand-file-name "schemefmt.toml" folder)
      (insert "indentation = \"tabs\"\n"))
    (schemefmt-indent-mode)
    (indent-region (point-min) (point-max))
    (should (equal (schemefmt-tests--text)
                   "(define (name x)\n  (list-of x\n\t   1\n\t   2))\n"))))

(defun schemefmt-tests--sent (function)
  "How many characters of text the server is sent while FUNCTION is called."
  (let ((count 0))
    (cl-letf* ((notify (symbol-function 'jsonrpc-notify))
               ((symbol-function 'jsonrpc-notify)
                (lambda (connection method params)
                  (cl-incf count (length (format "%S" params)))
                  (funcall notify connection method params))))
      (funcall function))
    count))

(ert-deftest schemefmt-tests-sends-what-differs ()
  "At the end of a long text, RET sends the server a few lines."
  (schemefmt-tests--visiting (apply #'concat (make-list 2000 "(define x 1)\n"))
    (schemefmt-indent-mode)
    (goto-char (point-max))
    (schemefmt-tests--type "(define (f x)\n(g x\n")
    (should (> 2000 (schemefmt-tests--sent
                     (lambda () (schemefmt-tests--type "y)\n(let ((a 1)\n")))))
    (should (equal (substring (schemefmt-tests--text) -51)
                   "(define (f x)\n  (g x\n     y)\n  (let ((a 1)\n        "))))

(ert-deftest schemefmt-tests-server-has-the-text ()
  "Whatever is edited between two requests, the server has this text."
  (cl-flet ((columns () (list (schemefmt--leading)
                              (let ((schemefmt--sent nil))
                                (schemefmt--leading)))))
    (dolist (pieces '(("(f" "(λ x" "\n" "\n" "a b" "))" "🙂")
                      ("(f" "\n" "a b" ")" "\r" "\r\n")))
      (schemefmt-tests--visiting "(define (f)\n  (g)\n  (h)\n"
        (schemefmt-indent-mode)
        (random "the same each time")
        (dotimes (_ 200)
          (goto-char (1+ (random (buffer-size))))
          (if (= 0 (random 3))
              (delete-region (point) (min (point-max) (+ (point) (random 9))))
            (insert (nth (random (length pieces)) pieces)))
          (should (apply #'equal (columns))))))))

(ert-deftest schemefmt-tests-indent-without-program ()
  "Without the program, lines are indented as without the mode."
  (schemefmt-tests--visiting ""
    (let ((schemefmt-program "no-such-program")
          (schemefmt--server nil))
      (schemefmt-indent-mode)
      (schemefmt-tests--type "(define (f x)\n  (g x\n     y))\n")
      (should (equal (schemefmt-tests--text)
                     "(define (f x)\n  (g x\n     y))\n")))))

(ert-deftest schemefmt-tests-repair ()
  "What is certain is repaired, and a window tells what is left."
  (let ((text "(define (f x)\n  (let ((y (g x)))\n    (h y x)))\n"))
    (schemefmt-tests--visiting
        (concat (string-replace "y x)))" "y x))" text) "\n" text)
      (goto-char (+ 2 (schemefmt-tests--at "(g x)")))
      (schemefmt-repair)
      (should (equal (schemefmt-tests--text) (concat text "\n" text)))
      (should (looking-at-p " x)))"))
      (should-not (schemefmt-tests--report))
      (goto-char (point-max))
      (insert "\n(define (f x y)\n  (list (g x) (h y)\n        (i (j x y)\n        z))\n")
      (schemefmt-repair)
      (should (string-match-p "not-repaired" (schemefmt-tests--report))))))

(defun schemefmt-tests--findings ()
  "What Flymake is told of the buffer: kind, text marked, message."
  (let ((answer 'none)
        (deadline (+ 30 (float-time))))
    (schemefmt-flymake (lambda (found &rest _) (setq answer found)))
    (while (and (eq answer 'none) (< (float-time) deadline))
      (accept-process-output nil 0.1))
    (mapcar (lambda (found)
              (list (flymake-diagnostic-type found)
                    (buffer-substring-no-properties
                     (flymake-diagnostic-beg found)
                     (flymake-diagnostic-end found))
                    (flymake-diagnostic-text found)))
            answer)))

(defconst schemefmt-tests--expected-findings
  '((:error ")" "a `)` is perhaps missing here; no repair is certain: several changes fit the indentation about as well"))
  "What Flymake is told of the broken text.")

(ert-deftest schemefmt-tests-flymake ()
  (schemefmt-tests--visiting schemefmt-tests--broken
    (should (equal (schemefmt-tests--findings)
                   schemefmt-tests--expected-findings))
    (narrow-to-region 80 90)
    (should (equal (schemefmt-tests--findings)
                   schemefmt-tests--expected-findings))
    (widen)
    (erase-buffer)
    ;; What is only not formatted is nothing to be told of.
    (insert "(a    b)")
    (should-not (schemefmt-tests--findings))))

(ert-deftest schemefmt-tests-flymake-names-commands-of-emacs ()
  (schemefmt-tests--visiting "(define (f x)\n  (let ((y 1))\n    (g y))\n\n(define (h x)\n  x)\n"
    (should (string-suffix-p "; `M-x schemefmt-repair` fixes this"
                             (nth 2 (car (schemefmt-tests--findings)))))))

(ert-deftest schemefmt-tests-flymake-mode ()
  "Flymake shows what was typed wrong."
  (schemefmt-tests--visiting "(define (f x)\n  x)\n"
    (let ((scheme-mode-hook '(schemefmt-flymake-setup flymake-mode))
          (deadline (+ 30 (float-time))))
      (scheme-mode)
      (goto-char (point-max))
      (execute-kbd-macro "(define (g")
      ;; Emacs is never idle here, which is what Flymake waits for.
      (flymake-start)
      (while (and (not (flymake-diagnostics)) (< (float-time) deadline))
        (accept-process-output nil 0.1))
      (should (flymake-diagnostics)))))

;;; schemefmt-tests.el ends here
