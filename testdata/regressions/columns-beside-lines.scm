;; options: line-breaks=persistent closers=join
(f '([`(no (la a a t)) ()] [a (j
(a)) b c d e f g (aa (aa a a))][a (aaa ()) a b c d
]
[`(j  ())]))
(match x ([`(no(la a b t))()][a(j
(a)) b c d e f g(aa(aa a b))][a( aaa(  ))a b c d
]
[`(j  ())]))
