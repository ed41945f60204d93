( { define  . define }'"" ) 
