(define (f)
  (g a) #| trailing block |#
  (h b) #| another one |# (i c))
