 
#! guile
(a)
