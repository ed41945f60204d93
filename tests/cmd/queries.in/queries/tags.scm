((call) @name)
