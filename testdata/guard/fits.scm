(guard (e (#t #f)) (read-configuration port))
