" Formats and indents Scheme by the program schemefmt. doc/schemefmt.txt says how to use it.

" Formats the forms that these lines touch, or all of them. A form with an error stays as it is, and the error is shown.
function! schemefmt#format(first, last) abort
  let l:old = getline(1, '$')
  let l:extent = a:first > 1 || a:last < len(l:old) ? '--lines=' . a:first . '-' . a:last : '--tolerant'
  let l:ran = s:run(['--end-of-line=lf', l:extent], l:old)
  call s:list(l:ran.report)
  if l:ran.status
    call s:show(l:ran.report)
    if empty(l:ran.lines)
      return
    endif
  endif
  let l:view = winsaveview()
  let l:left = strpart(getline('.'), 0, l:view.col)
  let l:inside = len(matchstr(l:left, '[^][()[:space:]]*$'))
  let l:word = s:counts(l:old)[l:view.lnum - 1] + s:words(strpart(l:left, 0, len(l:left) - l:inside))
  call s:replace(l:old, l:ran.lines)

  " The cursor stays on its word.
  let l:row = l:view.lnum
  let l:counts = s:counts(l:ran.lines)
  let l:view.lnum = 1
  while l:view.lnum < line('$') && l:counts[l:view.lnum] <= l:word
    let l:view.lnum += 1
  endwhile
  let l:nth = l:word - l:counts[l:view.lnum - 1] + 1
  let l:start = match(getline(l:view.lnum), '[^][()[:space:]]\@<![^][()[:space:]]\|[][()]', 0, l:nth)
  let l:view.col = max([0, l:start]) + l:inside
  let l:view.topline = max([1, l:view.topline + l:view.lnum - l:row])
  call winrestview(l:view)
endfunction

" Makes the repairs of the brackets that are certain, and shows what is made and what is left. No line moves.
function! schemefmt#repair() abort
  let l:old = getline(1, '$')
  let l:ran = s:run(['repair'], l:old)
  let l:view = winsaveview()
  if !empty(l:ran.lines)
    call s:replace(l:old, l:ran.lines)
  endif
  call winrestview(l:view)
  call s:list(l:ran.report)
  call s:show(l:ran.report)
endfunction

" Formats a buffer that is about to be written. An error is shown afterwards: with what Vim says of the writing, it would take two lines.
function! schemefmt#before_write() abort
  let s:delays = 1
  try
    call schemefmt#format(1, line('$'))
  finally
    let s:delays = 0
  endtry
endfunction

function! schemefmt#after_write() abort
  if exists('b:schemefmt_error')
    redraw
    call s:echo(b:schemefmt_error)
    unlet b:schemefmt_error
  endif
endfunction

" For gq. What wraps long lines while they are typed is Vim itself.
function! schemefmt#formatexpr() abort
  if mode() =~# '[iR]'
    return 1
  endif
  call schemefmt#format(v:lnum, v:lnum + v:count - 1)
endfunction

" What the program makes of a text: its status, the lines that it writes, and those of its report.
function! s:run(arguments, text) abort
  let l:report = tempname()
  let l:command = [s:program()] + a:arguments + ['--stdin-filepath', s:file(), '-']
  let l:lines = systemlist(join(map(l:command, 'shellescape(v:val)')) . ' 2>' . shellescape(l:report), a:text + [''])
  " What a killed program has written may not be all.
  let l:ran = {'status': v:shell_error, 'lines': v:shell_error > 2 ? [] : l:lines, 'report': readfile(l:report)}
  call delete(l:report)
  return l:ran
endfunction

function! s:program() abort
  return get(g:, 'schemefmt_program', 'schemefmt')
endfunction

" A buffer without a file is formatted as a new one of the current folder.
function! s:file() abort
  return expand('%') ==# '' ? getcwd() . '/new.scm' : expand('%:p')
endfunction

" Shows how a report begins, on one line; the location list has the rest.
function! s:show(report) abort
  let l:first = get(a:report, 0, 'schemefmt ended without a word')
  if get(s:, 'delays')
    let b:schemefmt_error = l:first
  else
    call s:echo(l:first)
  endif
endfunction

function! s:echo(line) abort
  echohl WarningMsg
  " A longer line would have to be confirmed.
  echomsg strcharpart(a:line, 0, max([20, &columns - 14]))
  echohl None
endfunction

" Puts the places of a report into the location list. If there are none, a list of before is emptied.
function! s:list(report) abort
  let [l:items, l:text] = [[], '']
  for l:line in a:report
    let l:place = matchlist(l:line, '^ *--> .*:\(\d\+\):\(\d\+\)$')
    if !empty(l:place)
      call add(l:items, {'bufnr': bufnr('%'), 'lnum': str2nr(l:place[1]), 'col': str2nr(l:place[2]), 'text': l:text})
    elseif l:line =~# '^\l\+\(\[[^]]*\]\)\?: '
      let l:text = l:line
    endif
  endfor
  if !empty(l:items) || getloclist(0, {'title': 1}).title ==# 'schemefmt'
    call setloclist(0, [], ' ', {'title': 'schemefmt', 'items': l:items})
  endif
endfunction

" Replaces the lines that differ, and no others.
function! s:replace(old, new) abort
  let l:new = empty(a:new) ? [''] : a:new
  let [l:most, l:top, l:same] = [min([len(a:old), len(l:new)]), 0, 0]
  while l:top < l:most && a:old[l:top] ==# l:new[l:top]
    let l:top += 1
  endwhile
  while l:top + l:same < l:most && a:old[-1 - l:same] ==# l:new[-1 - l:same]
    let l:same += 1
  endwhile
  let l:excess = len(a:old) - len(l:new)
  if l:excess > 0
    silent call deletebufline('%', l:top + 1, l:top + l:excess)
  elseif l:excess < 0
    call append(l:top, repeat([''], -l:excess))
  endif
  if l:top + l:same < len(l:new)
    call setline(l:top + 1, l:new[l:top : len(l:new) - l:same - 1])
  endif
endfunction

" How many words and brackets a text has. Formatting moves them, and adds and takes away none.
function! s:words(text) abort
  return len(split(substitute(a:text, '[][()]', ' & ', 'g')))
endfunction

" How many there are up to the end of each line, from the one above the first on.
function! s:counts(lines) abort
  let l:counts = [0]
  for l:line in a:lines
    call add(l:counts, l:counts[-1] + s:words(l:line))
  endfor
  return l:counts
endfunction

" Indentation: the language server is asked for it, which is kept running.

" How long typing waits for an answer, and the operator =, in milliseconds.
let s:patience = 1000
let s:patience_for_lines = 30000

" Whether this editor can talk to the server.
function! schemefmt#can_indent() abort
  return (has('nvim-0.8') || has('patch-8.2.4758')) && executable(s:program())
endfunction

" The column of the line v:lnum. Where the layout tells none, such as in a string, it stays as it is. What is typed is indented by the
" text before it, and so is a line without text, where typing begins; the operator = asks once for all lines, and skips those without text.
function! schemefmt#indentexpr() abort
  if !s:is_running() && !s:start()
    return lispindent(v:lnum)
  endif
  let l:leading = mode() =~# '[iR]' || getline(v:lnum) !~# '\S' ? s:leading_by_text_before() : s:leading_by_all_lines()
  if type(l:leading) != v:t_string
    return -1
  endif
  let l:column = strdisplaywidth(l:leading)
  " Of fewer columns than a tab has, nothing can be told.
  if l:column >= &tabstop
    let &l:expandtab = l:leading !~# "\t"
  endif
  return l:column
endfunction

" What the line v:lnum is to begin with; null if that is not known.
function! s:leading_by_text_before() abort
  let l:edits = s:ask('onTypeFormatting', v:lnum, {'position': {'line': v:lnum - 1, 'character': 0}, 'ch': "\n"}, {}, s:patience)
  return type(l:edits) == v:t_list ? get(s:leading_after(l:edits), v:lnum, s:blanks(v:lnum)) : v:null
endfunction

" The same by the server's edits for this line and those below, or as without the plugin if the server cannot read the text. While the
" operator = goes through the lines, it does not count its changes.
function! s:leading_by_all_lines() abort
  let l:state = [bufnr('%'), b:changedtick]
  if !exists('s:known') || s:known.state != l:state || s:known.line >= v:lnum
    let l:end = {'line': line('$'), 'character': 0}
    let l:range = {'start': {'line': v:lnum - 1, 'character': 0}, 'end': l:end}
    let l:edits = s:ask('rangeFormatting', line('$'), {'range': l:range}, {'indentOnly': v:true}, s:patience_for_lines)
    let s:known = {'state': l:state, 'is_read': type(l:edits) == v:t_list}
    let s:known.leading = s:known.is_read ? s:leading_after(l:edits) : {}
  endif
  let s:known.line = v:lnum
  return s:known.is_read ? get(s:known.leading, v:lnum, s:blanks(v:lnum)) : repeat(' ', lispindent(v:lnum))
endfunction

" The server's answer about the text up to a line.
function! s:ask(method, last, params, options, patience) abort
  let l:document = {'uri': s:uri(s:file())}
  call s:send(l:document.uri, getline(1, a:last))
  let l:options = extend({'tabSize': shiftwidth(), 'insertSpaces': v:true}, a:options)
  return s:request('textDocument/' . a:method, extend({'textDocument': l:document, 'options': l:options}, a:params), a:patience)
endfunction

" Gives the server these lines as the only open document. If it has others of it, only those from the first different one on are sent.
function! s:send(uri, lines) abort
  let [l:old, s:sent] = [s:sent, {'uri': a:uri, 'lines': a:lines}]
  if l:old.uri !=# a:uri
    if l:old.uri !=# ''
      call s:notify('textDocument/didClose', {'textDocument': {'uri': l:old.uri}})
    endif
    let l:document = {'uri': a:uri, 'languageId': 'scheme', 'version': 0, 'text': join(a:lines, "\n")}
    call s:notify('textDocument/didOpen', {'textDocument': l:document})
  elseif l:old.lines !=# a:lines
    let l:document = {'uri': a:uri, 'version': 0}
    call s:notify('textDocument/didChange', {'textDocument': l:document, 'contentChanges': [s:change(l:old.lines, a:lines)]})
  endif
endfunction

" The change that makes some lines of others.
function! s:change(old, new) abort
  let [l:same, l:most] = [0, min([len(a:old), len(a:new)]) - 1]
  while l:same < l:most
    let l:middle = (l:same + l:most + 1) / 2
    if a:old[l:same : l:middle - 1] ==# a:new[l:same : l:middle - 1]
      let l:same = l:middle
    else
      let l:most = l:middle - 1
    endif
  endwhile
  " For the server, a carriage return ends a line, too.
  if stridx(join(a:new[: l:same]), "\r") >= 0
    return {'text': join(a:new, "\n")}
  endif
  let l:range = {'start': {'line': l:same, 'character': 0}, 'end': {'line': 0x7fffffff, 'character': 0}}
  return {'range': l:range, 'text': join(a:new[l:same :], "\n")}
endfunction

" What lines begin with after edits, by their numbers.
function! s:leading_after(edits) abort
  let l:leading = {}
  for l:edit in a:edits
    let l:line = l:edit.range.start.line + 1
    let l:leading[l:line] = strpart(s:blanks(l:line), 0, l:edit.range.start.character) . l:edit.newText
  endfor
  return l:leading
endfunction

function! s:blanks(line) abort
  return matchstr(getline(a:line), '^[ \t]*')
endfunction

function! s:uri(path) abort
  let l:path = substitute(a:path, '\\', '/', 'g')
  let l:bytes = map(range(len(l:path)), {_, at -> l:path[at]})
  let l:escaped = map(l:bytes, {_, byte -> byte =~# '[A-Za-z0-9/._~-]' ? byte : printf('%%%02X', char2nr(byte))})
  return 'file://' . (l:path[0] ==# '/' ? '' : '/') . join(l:escaped, '')
endfunction

" Starts the server, and says whether it runs. No document is open there.
function! s:start() abort
  let s:sent = {'uri': '', 'lines': []}
  let l:command = [s:program(), 'lsp']
  if has('nvim')
    if !luaeval('require("schemefmt").start(_A)', l:command)
      return 0
    endif
  else
    let s:job = job_start(l:command, {'in_mode': 'lsp', 'out_mode': 'lsp', 'err_io': 'null'})
    if job_status(s:job) !=# 'run'
      return 0
    endif
  endif
  " It is told that nobody wants diagnostics unasked.
  let l:capabilities = {'textDocument': {'diagnostic': {'dynamicRegistration': v:false}}}
  let l:answer = s:request('initialize', {'processId': getpid(), 'rootUri': v:null, 'capabilities': l:capabilities}, s:patience)
  call s:notify('initialized', {'capabilities': {}})
  return type(l:answer) == v:t_dict
endfunction

function! s:is_running() abort
  return has('nvim') ? luaeval('require("schemefmt").is_running()') : exists('s:job') && job_status(s:job) ==# 'run'
endfunction

function! s:notify(method, params) abort
  if has('nvim')
    call luaeval('require("schemefmt").notify(_A[1], _A[2])', [a:method, a:params])
  else
    call ch_sendexpr(s:job, {'method': a:method, 'params': a:params})
  endif
endfunction

" The result of a request; null if it fails.
function! s:request(method, params, patience) abort
  if has('nvim')
    return luaeval('require("schemefmt").request(_A[1], _A[2], _A[3])', [a:method, a:params, a:patience])
  endif
  return get(ch_evalexpr(s:job, {'method': a:method, 'params': a:params}, {'timeout': a:patience}), 'result', v:null)
endfunction
