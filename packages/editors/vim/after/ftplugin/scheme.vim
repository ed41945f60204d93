" Formatting of Scheme: commands, gq, and on request whenever a file is saved.

command! -buffer -bar -range=% Schemefmt call schemefmt#format(<line1>, <line2>)
command! -buffer -bar SchemefmtRepair call schemefmt#repair()
setlocal formatexpr=schemefmt#formatexpr()

augroup schemefmt
  autocmd! * <buffer>
  autocmd BufWritePre <buffer> if get(g:, 'schemefmt_on_save') | call schemefmt#before_write() | endif
  autocmd BufWritePost <buffer> call schemefmt#after_write()
augroup END

let b:undo_ftplugin = get(b:, 'undo_ftplugin', 'exe') . ' | setlocal formatexpr< | delcommand -buffer Schemefmt'
      \ . ' | delcommand -buffer SchemefmtRepair | exe "autocmd! schemefmt * <buffer>"'
