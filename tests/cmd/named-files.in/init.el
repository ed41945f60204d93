(setq  a 1)
