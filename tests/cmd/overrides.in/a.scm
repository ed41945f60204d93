(with-lock (mutex-of x) (name-of x) (release x))
