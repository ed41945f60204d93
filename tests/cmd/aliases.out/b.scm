(one two
     three
     four)
