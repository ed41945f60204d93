(pack Cyclone (dialects cyclone))

(make-thread 0 (parts arg) (seen 18 18 1))
(thread-start! 0 (parts arg) (seen 13 12 1))
