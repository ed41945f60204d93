(display "no end)
