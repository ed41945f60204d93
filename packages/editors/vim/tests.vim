" Run by .ci/editors.py in a folder with the files that it edits: vim -N -es -u init.vim -S tests.vim
" What it writes is compared with what has to come out.

" A program, typed without the blanks at the start of lines.
edit typed.scm
execute 'normal! i' .. join(map(readfile('lines'), {_, line -> substitute(line, '^ *', '', '')}), "\<CR>")
write

" What is indented already stays so.
normal! gg=G
write

edit messy.scm
call search('of-the-cursor')
normal iX
Schemefmt
normal aY
write

" What cannot be formatted stays as it is.
edit broken.scm
Schemefmt
write

edit repairable.scm
SchemefmtRepair
write

qall!
