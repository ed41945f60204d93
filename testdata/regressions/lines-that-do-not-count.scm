;; options: line-breaks=persistent rows=canonical dialect=chez
([][xaa]a[" a      a      aa  a  a     "" a      a      aa  a  a     "e aa a"
"])
