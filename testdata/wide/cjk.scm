(define greeting "你好，世界")
(list "漢字は二列の幅を持つ文字である" "そしてこれもまた長い文字列である" "三つ目")
(list "kanji is wide, these are narrow characters" "and so is this one, one per column" "three")
