((a) @b (#match? @b "^x$"))
