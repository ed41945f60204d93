runtime after/indent/scheme.vim
