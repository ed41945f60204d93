(do () ((not (char-ready? port)) (close-port port) 'done) (process (read-char port)))
