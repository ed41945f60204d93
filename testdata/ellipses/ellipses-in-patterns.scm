;; options: line-width=40

(define-syntax match-tuck-ids (syntax-rules () ((_ (letish args (expr ...)) ids ...) (letish args (expr ... ids ...)))))
