;; The constant that a test expects is beside its label, and a call is below it.
(test* "the words of a sentence" '("the" "quick" "brown" "fox") (split-into-words "the quick brown fox"))
(test* "the number of words in a sentence is that" 4 (length (split-into-words "the quick brown fox")))
(test* "the words of a sentence that is read from a file" (read-expected-words) (split-into-words (read-sentence)))
(test* (string-append "the words of " sentence) "the quick brown fox jumps" (split-into-words sentence "quick"))
