(define-enum colour
  red ; warm
  blue
  green ; cold
  grey)

(tar-rec
  mode ; mode
  type
  "" ; link name
  atime
  ctime ; of the inode
  content)

(make-array domain
            storage-class #f
            #t ; mutable
            #t) ; safe

(make-jump a b
           c d ; a row with its comment
           (if (eof? x) 1 2) ; a list
           e)
