;; options: line-breaks=persistent line-width=40
(check ("one" "two")
(dock a-ship)
(leave a-ship) (dock a-ship) (leave another-ship)
(dock another-ship))
