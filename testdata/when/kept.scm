;; options: line-breaks=keep
;; After the test comes a body, at +2.
(when (ready? queue)
  (take! queue)
  (unless (empty? queue)
    (again)))
