(do ((line (read-line port) (read-line port)) (count 0 (+ count 1)) (start (current-time))) ((eof-object? line) (report start) count) (process line))
