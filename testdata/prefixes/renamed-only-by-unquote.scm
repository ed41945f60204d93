;; options: line-width=40

`(,@(rename 'let) ((a b)) (c-long-name) (d-long-name))

`(,(rename 'let) ((a b)) (c-long-name) (d-long-name))
