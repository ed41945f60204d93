(( ) ; trailing
... define)
