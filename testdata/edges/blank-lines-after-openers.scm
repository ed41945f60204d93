;; options: line_width=20

(

begin

(

aaaaaaaa bbbbbbbb

cccc))
