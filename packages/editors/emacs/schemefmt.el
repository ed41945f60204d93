;;; schemefmt.el --- Format Scheme with schemefmt  -*- lexical-binding: t; -*-

;; Author: the schemefmt contributors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages, tools
;; URL: https://github.com/schemefmt/schemefmt
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Formats Scheme source code with the program schemefmt:
;;
;; - `schemefmt-buffer', `schemefmt-region' and `schemefmt-defun' format the
;;   buffer, the forms that the region touches, and the form at point;
;; - `schemefmt-on-save-mode' formats a buffer whenever it is saved;
;; - `schemefmt-indent-mode' indents by the same rules: TAB, RET, C-M-q and
;;   `indent-region';
;; - `schemefmt-repair' puts brackets right where that is certain;
;; - `schemefmt-flymake-setup' shows what cannot be read as diagnostics.
;;
;; Formatting changes the space between words and the spelling of literals,
;; each by an edit of its own.  So point, mark, markers, overlays, narrowing
;; and the line at the top of each window stay where they are in the code.
;; In a text with errors, the forms that have some stay as they are.
;;
;; A file of another host (TRAMP) is formatted by the program of that host.
;; Flymake is told nothing of such a file: it asks after every pause.  Its
;; lines are indented as without this package.

;;; Code:

(require 'compile)
(require 'flymake)
(require 'json)
(require 'jsonrpc)
(require 'subr-x)
(require 'url-util)

(defgroup schemefmt nil
  "Format Scheme with schemefmt."
  :group 'scheme
  :prefix "schemefmt-")

(defcustom schemefmt-program "schemefmt"
  "The program: a name to look for, or a path on the host of the file."
  :type 'string)

(defcustom schemefmt-arguments nil
  "Further arguments of the program, such as (\"--line-width=100\")."
  :type '(repeat string))

(defconst schemefmt--blanks " \t\n\r\f"
  "The characters that stand between words.")

;;; Commands

;;;###autoload
(defun schemefmt-buffer ()
  "Format the buffer, whatever it is narrowed to.
Forms with errors stay as they are, and a window tells why."
  (interactive "*")
  (schemefmt--format))

;;;###autoload
(defun schemefmt-region (start end)
  "Format the forms that the text from START to END touches.
The rest of the buffer stays as it is, and need not be complete."
  (interactive "*r")
  (schemefmt--format start end))

;;;###autoload
(defun schemefmt-defun ()
  "Format the form of the outermost level that point is in or behind."
  (interactive "*")
  (save-restriction
    (widen)
    (let ((start (save-excursion
                   (or (syntax-ppss-toplevel-pos (syntax-ppss))
                       (progn
                         (unless (schemefmt--solid-p (char-after))
                           (skip-chars-backward schemefmt--blanks)
                           (ignore-errors (backward-sexp)))
                         (point))))))
      (schemefmt--format start (min (1+ start) (point-max))))))

;;;###autoload
(define-minor-mode schemefmt-on-save-mode
  "Format the buffer whenever it is saved.
Forms with errors are saved as they are."
  :lighter " fmt"
  (if schemefmt-on-save-mode
      (add-hook 'before-save-hook #'schemefmt--before-save nil t)
    (remove-hook 'before-save-hook #'schemefmt--before-save t)))

(defun schemefmt--before-save ()
  "Format the buffer; never keep it from being saved."
  (with-demoted-errors "schemefmt: %S"
    (schemefmt-buffer)))

;;;###autoload
(defun schemefmt-repair ()
  "Put brackets right where it is certain what they have to be.
No line moves.  A window shows the other errors, with candidates."
  (interactive "*")
  (schemefmt--run '("repair")
                  (lambda (status repaired report)
                    (unless (= 0 (buffer-size repaired))
                      (save-restriction
                        (widen)
                        (replace-buffer-contents repaired)))
                    (if (equal 0 status)
                        (progn
                          (schemefmt--quiet)
                          (message "%s" (string-trim report)))
                      (schemefmt--tell report)))))

;;; Running the program

(defun schemefmt--file ()
  "The name of the buffer's file on its host.
A buffer without a file is formatted as a new one of its folder."
  (let ((name (buffer-file-name (or (buffer-base-buffer) (current-buffer)))))
    (if name (file-local-name name) "new.scm")))

(defun schemefmt--place (position)
  "POSITION as the program is told it: LINE:COLUMN, both from 1."
  (save-excursion
    (goto-char position)
    (format "%d:%d"
            (line-number-at-pos nil t)
            (1+ (- position (line-beginning-position))))))

(defun schemefmt--format (&optional start end)
  "Format the buffer, or what the text from START to END touches.
Of a buffer with errors, the forms at top level that have none."
  (let ((extent (if start
                    (save-restriction
                      (widen)
                      (concat "--range=" (schemefmt--place start)
                              "-" (schemefmt--place end)))
                  "--tolerant")))
    (schemefmt--run `("--end-of-line=lf" ,@schemefmt-arguments ,extent)
                    (lambda (status formatted report)
                      (when (or (equal 0 status)
                                (< 0 (buffer-size formatted)))
                        (schemefmt--adopt formatted))
                      (unless (equal 0 status)
                        (schemefmt--tell report))))))

(defun schemefmt--run (arguments then)
  "Run the program with ARGUMENTS on the buffer.
Call THEN with its status, a buffer with its output, and its report."
  (let ((output (generate-new-buffer " *schemefmt*" t))
        (input (make-temp-file "schemefmt"))
        (report (make-temp-file "schemefmt"))
        (coding-system-for-read 'utf-8-unix)
        (coding-system-for-write 'utf-8-unix))
    (unwind-protect
        (condition-case problem
            (progn
              (save-restriction
                (widen)
                (write-region nil nil input nil 'silent))
              (let ((status (apply #'process-file schemefmt-program input
                                   (list output report) nil
                                   `(,@arguments "--stdin-filepath"
                                     ,(schemefmt--file) "-"))))
                ;; What a killed program has written may not be all.
                (unless (memq status '(0 1 2))
                  (with-current-buffer output (erase-buffer)))
                (funcall then status output
                         (with-temp-buffer
                           (insert-file-contents report)
                           (schemefmt--here (buffer-string))))))
          (file-error (schemefmt--tell (error-message-string problem))))
      (kill-buffer output)
      (delete-file input)
      (delete-file report))))

;;; Errors

(defun schemefmt--here (text)
  "TEXT of the program, with the command of Emacs for that of a terminal."
  (string-replace "`schemefmt repair`" "`M-x schemefmt-repair`" text))

(define-compilation-mode schemefmt-report-mode "schemefmt"
  "What schemefmt says of a text that it cannot format."
  (setq-local compilation-error-regexp-alist
              '(("^ *--> \\(.+\\):\\([0-9]+\\):\\([0-9]+\\)$" 1 2 3))
              compilation-error-screen-columns nil
              compilation-scroll-output nil))

(defun schemefmt--tell (text)
  "Show TEXT in a window, and how it begins in the echo area."
  (let ((folder default-directory))
    (with-current-buffer (get-buffer-create "*schemefmt*")
      (let ((inhibit-read-only t))
        (erase-buffer)
        (schemefmt-report-mode)
        (insert (if (string-empty-p text) "It ended without a word.\n" text)))
      (setq default-directory folder)
      (set-buffer-modified-p nil)
      (goto-char (point-min))
      (let ((window (display-buffer (current-buffer)
                                    '((display-buffer-reuse-window
                                       display-buffer-below-selected)
                                      (window-height . fit-window-to-buffer)))))
        (when window
          (set-window-start window (point-min))
          (set-window-point window (point-min))))
      (message "schemefmt: %s" (buffer-substring (point-min)
                                                 (line-end-position))))))

(defun schemefmt--quiet ()
  "Take away the window that told of an error."
  (let ((window (get-buffer-window "*schemefmt*")))
    (when window
      (quit-window nil window))))

;;; Edits

(defun schemefmt--adopt (formatted)
  "Give the current buffer the text of the buffer FORMATTED.
The words of both are the same, so what stands between two words is
replaced, and else one spelling of a literal by another."
  (schemefmt--quiet)
  (unless (= 0 (save-restriction
                 (widen)
                 (schemefmt--same (point-min) formatted 1)))
    (let ((tops (mapcar (lambda (window)
                          (cons window (copy-marker (window-start window))))
                        (get-buffer-window-list nil nil t)))
          (first (copy-marker (point-min)))
          (last (copy-marker (point-max)))
          (narrowed (buffer-narrowed-p))
          (solid (schemefmt--solid-p (char-before (point-max)))))
      (save-excursion
        (widen)
        (combine-change-calls (point-min) (point-max)
          (schemefmt--edit formatted))
        (when narrowed
          ;; What came to stand behind the last word is not of it.
          (goto-char last)
          (when solid
            (skip-chars-backward schemefmt--blanks first))
          (narrow-to-region first (point)))
        (pcase-dolist (`(,window . ,top) tops)
          (goto-char top)
          (set-window-start window (line-beginning-position) t)
          (set-marker top nil)))
      (set-marker first nil)
      (set-marker last nil))))

(defun schemefmt--solid-p (character)
  "Whether CHARACTER is one, and of a word."
  (and character (not (seq-contains-p schemefmt--blanks character))))

(defun schemefmt--same (here formatted there)
  "How many characters are alike before the first difference.
Those at HERE in this buffer are compared with those at THERE in the
buffer FORMATTED.  If there is no difference it is 0, else one more."
  (let ((case-fold-search nil))
    (abs (compare-buffer-substrings nil here nil formatted there nil))))

(defun schemefmt--edit (formatted)
  "Replace what is not as in the buffer FORMATTED, piece by piece."
  (let ((here (point-min))
        (there 1)
        (same 0))
    (while (/= 0 (setq same (schemefmt--same here formatted there)))
      (setq here (+ here same -1)
            there (+ there same -1))
      (let ((old (schemefmt--length (current-buffer) here schemefmt--blanks))
            (new (schemefmt--length formatted there schemefmt--blanks))
            (word (concat "^()[]\"" schemefmt--blanks)))
        ;; One literal in two spellings.
        (when (= 0 old new)
          (setq old (schemefmt--length (current-buffer) here word)
                new (schemefmt--length formatted there word)))
        (when (= 0 old new)
          (setq old (min 1 (- (point-max) here))
                new (with-current-buffer formatted
                      (min 1 (- (point-max) there)))))
        ;; Markers before the piece stay before it, those behind it behind.
        (goto-char (+ here old))
        (insert-before-markers
         (with-current-buffer formatted
           (buffer-substring-no-properties there (+ there new))))
        (delete-region here (+ here old))
        (setq here (+ here new)
              there (+ there new))))))

(defun schemefmt--length (buffer start characters)
  "How many CHARACTERS stand one after another at START in BUFFER."
  (with-current-buffer buffer
    (goto-char start)
    (skip-chars-forward characters)))

;;; Indentation

(defconst schemefmt--patience 2
  "How many seconds typing waits for the server at most.")

(defconst schemefmt--patience-for-regions 30
  "How many seconds indenting a region waits for the server at most.")

(defvar schemefmt--server nil
  "The connection to the language server, which tells columns; or nil.")

(defvar schemefmt--sent nil
  "A connection, and the URI and the text of the document open there; or nil.")

(defvar-local schemefmt--otherwise nil
  "How lines and regions were indented before `schemefmt-indent-mode'.")

;;;###autoload
(define-minor-mode schemefmt-indent-mode
  "Indent by the rules of the formatter: TAB, RET, C-M-q, `indent-region'.
A process of the program is kept for that.  Where the layout tells no column,
such as in a string, or if the program does not run, lines are indented as
without this mode."
  :lighter nil
  ;; The command of Lisp modes has rules of its own.
  :keymap '(([remap indent-sexp] . prog-indent-sexp))
  (cond
   ((not schemefmt-indent-mode)
    (when schemefmt--otherwise
      (setq-local indent-line-function (car schemefmt--otherwise)
                  indent-region-function (cdr schemefmt--otherwise))
      (setq schemefmt--otherwise nil)))
   ((not schemefmt--otherwise)
    (setq schemefmt--otherwise (cons indent-line-function
                                     indent-region-function))
    (setq-local indent-line-function #'schemefmt-indent-line
                indent-region-function #'schemefmt-indent-region))))

(defun schemefmt-indent-line ()
  "Indent the line as the formatter would; otherwise as without this mode."
  (let ((leading (schemefmt--leading))
        (in-text (> (current-column) (current-indentation))))
    (if (not leading)
        (funcall (car schemefmt--otherwise))
      (save-excursion
        (back-to-indentation)
        (unless (equal leading (schemefmt--blanks-before))
          (delete-region (line-beginning-position) (point))
          (insert leading)))
      (unless in-text
        (back-to-indentation)))))

(defun schemefmt-indent-region (start end)
  "Indent the lines from START to END as the formatter would.
The server is asked once.  If it tells nothing, as of a text that it cannot
read, the lines are indented as without `schemefmt-indent-mode'."
  (let ((edits (and (< start end) (schemefmt--edits-of-region start end))))
    (if (vectorp edits)
        (save-excursion
          (save-restriction
            (widen)
            (goto-char (point-min))
            (let ((line 0))
              (seq-doseq (edit edits)
                (let* ((range (plist-get edit :range))
                       (start (plist-get range :start))
                       (end (plist-get range :end)))
                  (forward-line (- (plist-get start :line) line))
                  (setq line (plist-get start :line))
                  (forward-char (plist-get start :character))
                  (delete-char (- (plist-get end :character)
                                  (plist-get start :character)))
                  (insert-before-markers (plist-get edit :newText)))))))
      (let ((indent-line-function (car schemefmt--otherwise))
            (indent-region-function (cdr schemefmt--otherwise)))
        (indent-region start end)))))

(defun schemefmt--blanks-before ()
  "The text between the beginning of the line and point."
  (buffer-substring-no-properties (line-beginning-position) (point)))

(defun schemefmt--leading ()
  "What to indent the line with by the text before it, or nil if unknown."
  (unless (file-remote-p default-directory)
    (save-restriction
      (widen)
      (let* ((line (1- (line-number-at-pos)))
             (old (save-excursion
                    (back-to-indentation)
                    (schemefmt--blanks-before)))
             (edits (condition-case nil
                        (schemefmt--edits-of-line line)
                      ;; No program, or no answer in time.
                      (error nil))))
        (and edits
             (or (seq-some (lambda (edit) (schemefmt--after edit line old))
                           edits)
                 old))))))

(defun schemefmt--after (edit line old)
  "The blanks before LINE after EDIT, or nil if that is about another one.
OLD are the blanks before."
  (let ((start (plist-get (plist-get edit :range) :start)))
    (and (= line (plist-get start :line))
         (concat (substring old 0 (plist-get start :character))
                 (plist-get edit :newText)))))

(defun schemefmt--edits-of-line (line)
  "The server's edits for LINE, counted from 0, which is the one with point.
It is told the text before and no more: nothing else counts."
  (schemefmt--ask :textDocument/onTypeFormatting (line-end-position)
                  `(:position (:line ,line :character 0)
                    :ch "\n"
                    :options (:tabSize 2 :insertSpaces t))))

(defun schemefmt--edits-of-region (start end)
  "The server's edits that indent the lines from START to END.
Nil if they are unknown."
  (unless (file-remote-p default-directory)
    (save-restriction
      (widen)
      (let ((first (1- (line-number-at-pos start)))
            ;; A region that ends where a line begins does not touch it.
            (last (line-number-at-pos (1- end))))
        (condition-case nil
            (schemefmt--ask :textDocument/rangeFormatting
                            (save-excursion
                              (goto-char (1- end))
                              (line-end-position))
                            `(:range (:start (:line ,first :character 0)
                                      :end (:line ,last :character 0))
                              :options (:tabSize 2 :insertSpaces t
                                        :indentOnly t))
                            schemefmt--patience-for-regions)
          (error nil))))))

(defun schemefmt--ask (method end params &optional patience)
  "The server's answer to METHOD with PARAMS about the text up to END.
It is waited for PATIENCE seconds at most."
  (let ((server (schemefmt--connect))
        (uri (schemefmt--uri)))
    (schemefmt--send server uri end)
    (jsonrpc-request server method `(:textDocument (:uri ,uri) ,@params)
                     :timeout (or patience schemefmt--patience))))

(defun schemefmt--send (server uri end)
  "Give SERVER the text up to END as that of URI, the only open document.
If it has another text of URI, only the lines from the first different one
on are sent."
  (pcase-let ((text (buffer-substring-no-properties (point-min) end))
              (`(,old-server ,old-uri ,old) schemefmt--sent))
    (cond
     ((not (and (eq server old-server) (equal uri old-uri)))
      (when (eq server old-server)
        (jsonrpc-notify server :textDocument/didClose
                        `(:textDocument (:uri ,old-uri))))
      (jsonrpc-notify server :textDocument/didOpen
                      `(:textDocument (:uri ,uri :languageId "scheme"
                                       :version 0 :text ,text))))
     ((not (equal text old))
      (jsonrpc-notify server :textDocument/didChange
                      `(:textDocument (:uri ,uri :version 0)
                        :contentChanges [,(schemefmt--change old text)]))))
    (setq schemefmt--sent (list server uri text))))

(defun schemefmt--change (old text)
  "The change from the string OLD to TEXT, which the buffer begins with."
  ;; For the server, a carriage return ends a line, too.
  (if (string-search "\r" text)
      `(:text ,text)
    (save-excursion
      (goto-char (abs (compare-strings old nil nil text nil nil)))
      (forward-line 0)
      `(:range (:start (:line ,(1- (line-number-at-pos)) :character 0)
                :end (:line ,(length old) :character 0))
        :text ,(substring text (1- (point)))))))

(defun schemefmt--uri ()
  "The URI of the buffer's file, or of a new one of its folder."
  (let ((path (expand-file-name (schemefmt--file))))
    (concat "file://" (unless (string-prefix-p "/" path) "/")
            (url-hexify-string path url-path-allowed-chars))))

(defun schemefmt--connect ()
  "The connection to the server, which is started if it does not run."
  (unless (and schemefmt--server (jsonrpc-running-p schemefmt--server))
    (setq schemefmt--server
          (apply #'make-instance 'jsonrpc-process-connection
                 :name "schemefmt"
                 :process #'schemefmt--start-server
                 ;; Nothing is logged: a message has the whole text.
                 (if (slot-exists-p 'jsonrpc-connection '-events-buffer-config)
                     '(:events-buffer-config (:size 0))
                   '(:events-buffer-scrollback-size 0))))
    (jsonrpc-request schemefmt--server :initialize
                     ;; Who asks for diagnostics is not sent any.
                     `(:processId ,(emacs-pid) :rootUri nil
                       :capabilities
                       (:textDocument
                        (:diagnostic (:dynamicRegistration :json-false))))
                     :timeout schemefmt--patience)
    (jsonrpc-notify schemefmt--server :initialized (make-hash-table)))
  schemefmt--server)

(defun schemefmt--start-server ()
  "Start the language server."
  (make-process :name "schemefmt" :noquery t :connection-type 'pipe
                :coding 'utf-8-unix
                :command (list schemefmt-program "lsp")
                ;; The library takes its lines from a buffer of this name.
                :stderr (get-buffer-create "*schemefmt stderr*")))

;;; Flymake

(defvar-local schemefmt--check nil
  "The process that checks the buffer for Flymake.")

;;;###autoload
(defun schemefmt-flymake-setup ()
  "Let Flymake show why this buffer cannot be read, and what is unusual in it.
It is for a hook such as `scheme-mode-hook'; `flymake-mode' is asked for
besides."
  (add-hook 'flymake-diagnostic-functions #'schemefmt-flymake nil t))

(defun schemefmt-flymake (report &rest _)
  "Ask schemefmt about the buffer, and tell the function REPORT the answer.
This is one of `flymake-diagnostic-functions'."
  (when (process-live-p schemefmt--check)
    (delete-process schemefmt--check))
  (if (file-remote-p default-directory)
      (funcall report nil)
    (schemefmt--start-check report)))

(defun schemefmt--start-check (report)
  "Start the program on the buffer; REPORT is told the answer."
  (let* ((source (current-buffer))
         (output (generate-new-buffer " *schemefmt-check*" t))
         (coding-system-for-read 'utf-8-unix)
         (coding-system-for-write 'utf-8-unix))
    (setq schemefmt--check
          (condition-case problem
              (make-process
               :name "schemefmt" :noquery t :connection-type 'pipe
               :buffer output
               :command `(,schemefmt-program
                          "--check" "--output-format=json" "--quiet"
                          ,@schemefmt-arguments
                          "--stdin-filepath" ,(schemefmt--file) "-")
               :stderr (get-buffer-create " *schemefmt-check-errors*" t)
               :sentinel
               (lambda (process _event)
                 (unless (process-live-p process)
                   (unwind-protect
                       (when (and (eq 'exit (process-status process))
                                  (buffer-live-p source)
                                  (eq process (buffer-local-value
                                               'schemefmt--check source)))
                         (schemefmt--diagnose source output report))
                     (kill-buffer output)))))
            (error (kill-buffer output)
                   (signal (car problem) (cdr problem)))))
    (save-restriction
      (widen)
      (process-send-region schemefmt--check (point-min) (point-max)))
    (process-send-eof schemefmt--check)))

(defun schemefmt--diagnose (source output report)
  "Tell REPORT about the buffer SOURCE what is in the buffer OUTPUT."
  (condition-case problem
      (let* ((answer (with-current-buffer output
                       (goto-char (point-min))
                       (let ((json-array-type 'list)
                             (json-null nil))
                         (json-read))))
             (files (alist-get 'files answer)))
        (with-current-buffer source
          (save-restriction
            (widen)
            (funcall report
                     (mapcar #'schemefmt--diagnostic
                             (seq-remove
                              (lambda (finding)
                                (equal "unformatted" (alist-get 'code finding)))
                              (alist-get 'findings (car files))))))))
    (json-error
     (funcall report :panic
              :explanation (format "schemefmt: %s"
                                   (error-message-string problem))))))

(defun schemefmt--diagnostic (finding)
  "A FINDING of the program as a diagnostic of Flymake in this buffer."
  (let-alist finding
    (let* ((start (schemefmt--position .region.start))
           (end (schemefmt--position .region.end)))
      ;; What is missing has no width: the character before it is shown.
      (when (= start end)
        (setq start (max (point-min) (1- start))
              end (min (point-max) (1+ start))))
      (flymake-make-diagnostic
       (current-buffer) start end
       (if (equal .severity "error") :error :warning)
       (concat .message
               (and .note (concat "; " (schemefmt--here .note))))))))

(defun schemefmt--position (place)
  "The position in this buffer of PLACE, an alist of a line and a column."
  (let-alist place
    (save-excursion
      (goto-char (point-min))
      (forward-line (1- (or .line 1)))
      (min (point-max) (+ (point) (1- (or .column 1)))))))

(provide 'schemefmt)
;;; schemefmt.el ends here
