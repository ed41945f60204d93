;; options: line-breaks=persistent
(test-group
  "harbours"
  (dock (make-ship "Argo"))
  (test-equal
    "a ship that has left is gone"
    '()
    (ships (leave (dock (make-ship "Argo"))))))

(test-group "ships"
  (test-equal "one"
    1
    (count ships)))
