;; options: line-width=30

'("aaa" "bbb" "ccc" "ddd" "eee" "fff" "ggg" "hhh")

'("aaa" "bbb" "ccc" "ddd" "eee" "fff" "ggg" "hhh" "iii")
