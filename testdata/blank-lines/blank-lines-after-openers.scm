;; options: line-width=20

(

begin

(

aaaaaaaa bbbbbbbb

cccc))
