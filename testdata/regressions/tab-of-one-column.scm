(
) #U8( #:export	define{ else }  "a b" )
