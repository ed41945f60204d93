(newline)
(a-rather-long-name-of-a-procedure-without-arguments-that-is-nearly-as-wide-as-the-line-is)
