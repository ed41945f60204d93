;; options: line_width=40

(define-dict-op dict-empty? (dict :dicts))
