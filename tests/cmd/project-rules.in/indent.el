(put 'from-a-library 'scheme-indent-function 1)
