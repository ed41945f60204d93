(a)(b)(c)
(f(g)(h)"s"'x)
