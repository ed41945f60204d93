;; options: line-width=40

(test-section "keyword inserted by macro")

(with-a-lock1 (make-the-lock (alpha) (be) (gamma)) (body one))

(define-key 'dired up 'dired-previous-line)
