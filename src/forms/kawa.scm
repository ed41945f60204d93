(pack Kawa (dialects kawa))

(make 1 (seen 13 10 1))
