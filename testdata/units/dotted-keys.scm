;; options: line-width=40
'(("properties" . (("query" . "string") ("limit" . "integer"))))
'((a-long-key-of-thirty-columns . "and a string"))
