" Run by .ci/editors.py in a folder with the files that it edits: vim -N -es -u init.vim -S tests.vim
" What it writes is compared with what has to come out.

" Programs, typed without the blanks at the start of lines, by each of the keys that begin a line, and indented without them by one request.
for s:name in readdir('programs')
  let s:lines = map(readfile('programs/' .. s:name), {_, line -> substitute(line, '^ *', '', '')})
  execute 'edit typed-' .. s:name
  setfiletype scheme
  execute 'normal! i' .. join(s:lines, "\<CR>")
  write
  execute 'edit opened-below-' .. s:name
  setfiletype scheme
  call setline(1, s:lines[0])
  for s:line in s:lines[1:]
    execute 'normal! o' .. s:line
  endfor
  write
  execute 'edit opened-above-' .. s:name
  setfiletype scheme
  for s:line in s:lines
    execute 'normal! GO' .. s:line
  endfor
  $delete
  write
  for s:keys in ['cc', 'S', 'ddO']
    execute 'edit changed-by-' .. s:keys .. '-' .. s:name
    setfiletype scheme
    call setline(1, s:lines + ['end'])
    for s:number in range(1, len(s:lines))
      execute 'normal! ' .. s:number .. 'G' .. s:keys .. s:lines[s:number - 1]
    endfor
    $delete
    write
  endfor
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

" At the end of a long text, a few lines are sent.
edit long.scm
setfiletype scheme
call setline(1, repeat(['(define (a)', '  1)'], 1000))
execute 'normal! Go(define (f x)'
if exists('*ch_logfile')
  call ch_logfile('log-long', 'w')
endif
execute "normal! o(g x\<CR>y))"
if exists('*ch_logfile')
  call ch_logfile('')
endif
execute "normal! 3Go(b\<CR>c)"
write

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

" What can be read is formatted.
edit broken.scm
Schemefmt
write

" Nothing changes by a program that is killed.
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
