(f "a"b"c" d"e")
