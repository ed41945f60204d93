;; options: line-width=45

(test-match-all (%test-as-specifier pred) ...)
