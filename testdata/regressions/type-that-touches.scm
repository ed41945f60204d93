;; options: dialect=gauche style.head-alone=2
(select-module((eclc(d f a aa a aa aa aa t :(astruct(S a aaaaa a a""da a::(saaa aaa aaat)))))))
