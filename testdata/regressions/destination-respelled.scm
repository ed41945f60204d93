;; options: line-width=60
(f(nl[](f(format #T " aaa   a   (   a           (a aa"))))
