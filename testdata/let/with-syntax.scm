(with-syntax (((tmp ...) (generate-temporaries #'(x ...))) (body (rewrite #'body))) #'(let ((tmp x) ...) body))
