;; options: style.cond=break style.if-arms=2
(import :std/sugar)
(def (sign x)
  (cond ((positive? x) (display-the-sign-of-a-number "positive") 1) ((negative? x) (display-the-sign-of-a-number "negative") -1) (else 0)))
(def (lookup-or key table default)
  (if (hash-key? table key) (hash-get-and-count-the-lookup! table key) (begin (count-the-miss! key) default)))
