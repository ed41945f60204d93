;; options: line-breaks=persistent line-width=50 wide-lines=break
(define (show items)
  (for-each display (list one two three four five six))
  items)
