(if (ready? x)
    (go x)

    (wait x))
