(f #<<END
raw ( text
END
)
(g (h '#<<END
x
END
) #<#T
y
T
)
