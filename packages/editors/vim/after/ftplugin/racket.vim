runtime after/ftplugin/scheme.vim
