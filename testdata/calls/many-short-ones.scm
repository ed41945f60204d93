;; More than eight short strings are words, and fill lines; up to eight, and wider ones, go one per line.
(define letters (list "a" "b" "c" "d" "e" "f" "g" "h" "i" "j" "k" "l" "m" "n" "o" "p" "q" "r" "s" "t"))
(keyword "let" "function" "procedure" "return" "break" "continue" "exit" "default" "export" "package")
(command "one-string" "two-strings" "three" "four-strings" "five-strings" "six" "seven" "eight")
(messages "a" "b" "c" "d" "e" "f" "g" "h" "i" "j" "a message that is not a word at all")
