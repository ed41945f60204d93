a   b
