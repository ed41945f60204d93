;; options: line-breaks=persistent
(define (f)
  (check (a)         => 1)
  (check (a bcd)     => 2)
  (this-is-a-very-long-call-that-does-not-fit (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) (bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb))
  (check (abc)       => 3)
  (check (abcde)     => 3))
