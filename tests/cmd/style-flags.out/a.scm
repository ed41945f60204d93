(one two three four)
