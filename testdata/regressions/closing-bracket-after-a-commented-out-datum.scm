 ( define
#;
( define  . define ) ; trailing
) 
(f #;(a b) ; why
 y z)
