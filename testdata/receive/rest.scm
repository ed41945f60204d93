(receive all (values 1 2 3) (for-each display all) (newline))
