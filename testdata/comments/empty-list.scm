(f ( ; nothing
    ) x)
( ; nothing
)
