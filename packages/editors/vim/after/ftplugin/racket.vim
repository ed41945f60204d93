runtime after/ftplugin/scheme.vim

" As in Scheme, what follows a comment is none.
setlocal formatoptions-=r
let b:undo_ftplugin .= ' | setlocal formatoptions<'
