(define a 1) ; 一
(define 変数 22) ; 二
(define 長い変数 (f 変数)) ; 三
