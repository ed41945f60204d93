((scheme-mode . ((eval . (put 'with-lock 'scheme-indent-function 1))))
 ("sub" . ((scheme-mode . ((eval . (put 'with-lock 'scheme-indent-function 2)))))))
