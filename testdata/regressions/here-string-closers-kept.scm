;; options: line-breaks=keep dialect=gambit
(check-encode
 #<<END
{}
END
               )
(c-declare #<<END
int x;
END
)
