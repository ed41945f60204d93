" Run by .ci/editors.py in a folder with the files that it edits: vim -N -es -u init.vim -S tests.vim
" What it writes is compared with what has to come out.

" Programs, typed without the blanks at the start of lines, and indented without them by one request.
for s:name in readdir('programs')
  let s:lines = map(readfile('programs/' .. s:name), {_, line -> substitute(line, '^ *', '', '')})
  execute 'edit typed-' .. s:name
  setfiletype scheme
  execute 'normal! i' .. join(s:lines, "\<CR>")
  write
  execute 'edit indented-' .. s:name
  setfiletype scheme
  call setline(1, map(copy(s:lines), {_, line -> line ==# '' ? '  ' : line}))
  if exists('*ch_logfile')
    call ch_logfile('log-' .. s:name, 'w')
  endif
  normal! gg=G
  if exists('*ch_logfile')
    call ch_logfile('')
  endif
  write
endfor

" What cannot be read is indented as without the plugin, and asked for once, too.
edit unreadable.scm
setfiletype scheme
call setline(1, ['(f (g', '1)', '(h 2', '3) . )'])
if exists('*ch_logfile')
  call ch_logfile('log-unreadable', 'w')
endif
normal! gg=G
if exists('*ch_logfile')
  call ch_logfile('')
endif
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

" Nor does it change by a program that is killed.
call writefile(['#!/bin/sh', 'echo "(define"', 'kill -9 $$'], 'killed')
call setfperm('killed', 'rwxr-xr-x')
let g:schemefmt_program = getcwd() .. '/killed'
edit! broken.scm
Schemefmt
SchemefmtRepair
write
unlet g:schemefmt_program

edit repairable.scm
SchemefmtRepair
write

qall!
