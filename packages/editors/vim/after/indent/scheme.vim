" Indentation of Scheme by the formatter's rules. The option 'lisp' would take precedence. In Scheme, a tab has eight columns.

if !schemefmt#can_indent()
  finish
endif

setlocal nolisp indentexpr=schemefmt#indentexpr() indentkeys=!^F,o,O expandtab shiftwidth=2 tabstop=8
let b:undo_indent = get(b:, 'undo_indent', 'exe') . ' | setlocal lisp< indentexpr< indentkeys< expandtab< shiftwidth< tabstop<'
