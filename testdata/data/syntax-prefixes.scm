(with-syntax ((name #'(a b)) (other #`(x #,y #,@z))) #'name)
