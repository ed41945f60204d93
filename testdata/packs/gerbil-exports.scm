;; options: dialect=gerbil
(export (import: :std/parser/rlang
                 :std/parser/base
    :std/parser/stream :std/parser/lexer :std/parser/defparser)
 parse)
