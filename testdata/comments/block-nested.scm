(f #| outer #| inner |# outer |# x)
