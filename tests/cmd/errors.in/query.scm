(call function: (identifier) @function)
(#eq? @function "x")
