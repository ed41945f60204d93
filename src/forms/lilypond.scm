(pack LilyPond (libraries lily))

(make 1 (seen 38 38 1))
