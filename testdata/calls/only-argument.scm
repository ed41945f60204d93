; A list that is the only argument: beside a short operator, unless below it there are fewer lines.
(display (string-append "the first of some strings" "the second of some strings" "the third"))
(sha256 (base32 "0gipv6bzkm1aihj0ncqpyh164xrzgcxcv9r1kwzyk2g1mzl1azk6-and-8-more"))
(inputs `(("boost" ,boost) ("enchant" ,enchant) ("fontconfig" ,fontconfig) ("fribidi" ,fribidi)))
(list '(("a first" "and a second") ("a third" "and a fourth") ("a fifth" "and a sixth") (7)))
