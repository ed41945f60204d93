;; options: line-breaks=keep
(test-begin "one")
  (test-equal 1 (f 1))
(test-end)

(test-begin "two")
  (test-equal 2
      (f 2))
  ; and
  (test-equal 3 (f 3))
(test-end)

 (define slip 1)
