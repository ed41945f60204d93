(e b
=> c d;
)
