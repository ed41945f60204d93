;; options: line-width=80

(test-reader-lexical-modes '(("\"a\\x30zz\"" "a0zz" "a0zz" ("a0zz" warn) error)))
