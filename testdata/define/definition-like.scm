;; options: line-width=40

(define-dict-op dict-empty? (dict :dicts))
