; only a comment
